/** Commands of an archive: files `scripts/<name>.ts`, built to `build/server/<name>.js`. */
export declare const SHIPPED_COMMANDS: readonly string[];
/** Builds build/tests from a finished build, once. */
export declare function buildForTests(root: string): Promise<void>;

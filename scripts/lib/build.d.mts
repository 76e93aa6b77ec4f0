/** Builds build/tests from a finished build, once. */
export declare function buildForTests(root: string): Promise<void>;

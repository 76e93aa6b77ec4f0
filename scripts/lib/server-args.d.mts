export declare const SERVER_ARGS: readonly string[];

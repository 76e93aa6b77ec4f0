export declare function makeVerifierPage(root: string, folder: string): Promise<void>;

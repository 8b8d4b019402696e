export declare function unitTestFiles(root: string): string[]
export declare function browserTestFiles(root: string): string[]
export declare function proofFiles(root: string): string[]
export declare function shortProofFiles(root: string): string[]
export declare function proofName(file: string): string

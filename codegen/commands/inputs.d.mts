export declare const BUILD_RECORD: string
export declare function hashOfInputs(): string

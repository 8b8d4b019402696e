export declare const LONG_TAG: string

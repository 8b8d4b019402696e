export interface Part {
  name: string
  /** Number of cores that the part keeps busy. */
  load: number
  /** Names of parts that end before this one starts. */
  needs?: readonly string[]
}
export interface TimedPart extends Part {
  /** Seconds that the part takes, or that are left of it. */
  seconds: number
}

export declare function runAll<P extends Part>(
  parts: readonly P[],
  capacity: number,
  run: (part: P) => Promise<void>,
): Promise<void>
export declare function secondsLeft(
  waiting: readonly TimedPart[],
  running: readonly TimedPart[],
  capacity: number,
): number
/** `seconds`: how long the part has taken so far; `usual`: how long it usually takes in all. */
export declare function paceOf(parts: readonly { hasEnded: boolean; seconds: number; usual: number }[]): number
export declare function inWords(seconds: number): string
export declare function withNeeds<P extends Part>(all: readonly P[], chosen: readonly P[]): P[]

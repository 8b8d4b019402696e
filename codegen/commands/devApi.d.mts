export interface ApiProcess {
  command: string
  args: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  cwd: string
  /** Folders of the code, relative to `cwd`. */
  folders: readonly string[]
  /** Receives lines for the terminal. */
  say?(line: string): void
}
export declare function superviseApi(process: ApiProcess): { stop(): Promise<void> }

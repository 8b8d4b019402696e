export interface CliResult {
  out: string
  status: 0 | 1 | 2
}

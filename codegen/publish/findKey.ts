import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { OPERATOR_KEY_FILE } from '../../src/engine/language/constants.ts'

/**
 * The operator key for a command on the machine of a server: `PLACARD_OPERATOR_KEY`, otherwise the file in the folder of the data. Throws
 * the error that `missing` makes of a text if there is neither.
 */
export function findKey(
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
  missing: (text: string) => Error,
): string {
  if (env.PLACARD_OPERATOR_KEY) return env.PLACARD_OPERATOR_KEY
  const file = resolve(cwd, env.PLACARD_DATA ?? 'data', OPERATOR_KEY_FILE)
  if (!existsSync(file))
    throw missing(
      `There is no operator key: neither PLACARD_OPERATOR_KEY nor ${file}. A server makes the file when it first starts.`,
    )
  return readFileSync(file, 'utf8').trim()
}

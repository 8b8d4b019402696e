// Reads the command line of the project's commands. Plain JavaScript without dependencies: it runs before they are installed.
import './nodeVersion.mjs'
import { parseArgs } from 'node:util'

/** The first sentence of an error of parseArgs: the rest is advice for programmers. */
const sentenceOf = (error) => error.message.split('. ')[0].replace(/\.$/, '')

/**
 * The options and paths of a command. `--help` prints `usage` and ends with status 0; a wrong argument prints one line and ends with status 2.
 * `options` are those of parseArgs; without `positionals` the command takes no further words.
 */
export function readArguments({ usage, options = {}, positionals = false, args = process.argv.slice(2) }) {
  let read
  try {
    read = parseArgs({
      args: [...args],
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    })
  } catch (error) {
    return stop(`${sentenceOf(error)}. --help lists the options.`)
  }
  if (read.values.help) {
    process.stdout.write(usage)
    process.exit(0)
  }
  if (!positionals && read.positionals.length > 0)
    stop(`Unexpected argument '${read.positionals[0]}'. --help lists the options.`)
  return read
}

function stop(message) {
  console.error(message)
  process.exit(2)
}

import { parseArgs } from 'node:util'
import { inText } from './report.ts'
import { runSuite } from './suite.ts'

const USAGE = `npm run conformance -- <address> [options]

Checks a backend against the contract of schemas/: what its calls and its live connection answer. It only reads: calls
that change something are sent without a session or without their required fields, and have to refuse.

  <address>                 prefix of the calls: http://127.0.0.1:4000/api/ (of an origin alone: its /api/)
  --account name            logs in by account and password; without, only calls for visitors are read
  --password …
  --live address            socket of the live values (the path /live of the same host)
  --protocol 3              Socket.IO 2; otherwise 4, Socket.IO 3 and later
  --no-live                 does not check the live connection
  --json                    the report as JSON

Exit status: 0, everything fits; 1, findings; 2, wrong arguments.
`

function optionsOf(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      account: { type: 'string' },
      password: { type: 'string' },
      live: { type: 'string' },
      protocol: { type: 'string', default: '4' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      'no-live': { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  const [address, ...rest] = positionals
  if (address === undefined || rest.length > 0) throw new Error('One address is needed.')
  if (!URL.canParse(address)) throw new Error(`"${address}" is not an address such as http://127.0.0.1:4000/api/.`)
  if ((values.account === undefined) !== (values.password === undefined))
    throw new Error('--account and --password belong together.')
  if (values.protocol !== '3' && values.protocol !== '4') throw new Error('--protocol is 3 or 4.')
  const base = new URL(address)
  if (base.pathname === '/') base.pathname = '/api/'
  const live = new URL(values.live ?? '/live', base)
  return {
    json: values.json,
    suite: {
      base: base.href.replace(/\/?$/, '/'),
      account: values.account,
      password: values.password,
      live: values['no-live']
        ? undefined
        : { url: live.origin, path: live.pathname, protocol: values.protocol === '3' ? (3 as const) : (4 as const) },
    },
  }
}

try {
  const options = optionsOf(process.argv.slice(2))
  if (options === null) console.log(USAGE)
  else {
    const report = await runSuite(options.suite)
    console.log(options.json ? JSON.stringify(report, null, 2) : inText(report))
    process.exitCode = report.findings.length > 0 ? 1 : 0
  }
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  process.exitCode = 2
}

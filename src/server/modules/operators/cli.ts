import { realpathSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { renderUnicodeCompact } from 'uqr'
import { operatorContract, roles } from '../../../generated/operatorApi/contract.ts'
import type { OperatorCallId, OperatorCalls } from '../../../generated/operatorApi/calls.ts'
import { findKey } from '../../../../codegen/publish/findKey.ts'

const USAGE = `npm run operator -- add <name> [options]

Creates an operator on a running server, prints the temporary password and the key for an authenticator app, and asks for the own password and a first code.
The first operator is an admin and needs the operator key of the server; an admin adds the others.

  --as <name>       the admin who adds: asks for their password and code
  --roles <list>    ${Object.keys(roles).join(',')}; with --as
  --server address  PLACARD_SERVER, else http://127.0.0.1:<PORT, else 4000>
  --help            this text

The operator key is read from PLACARD_OPERATOR_KEY, else from operator.key in the folder of the server's data (PLACARD_DATA, else data).
Exit status: 0, created; 1, refused or no server; 2, wrong arguments.
`

export interface Terminal {
  cwd: string
  env: NodeJS.ProcessEnv
  print(text: string): void
  /** Null without a terminal. */
  ask: ((question: string) => Promise<string>) | null
}

/** The server refused, or did not answer. */
class Refused extends Error {}

/** Runs the command and returns its exit status. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const { print } = terminal
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        as: { type: 'string' },
        roles: { type: 'string' },
        server: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    const [command, name, ...more] = positionals
    if (values.help === true) {
      print(USAGE)
      return 0
    }
    if (
      command !== 'add' ||
      name === undefined ||
      more.length > 0 ||
      (values.as === undefined) !== (values.roles === undefined)
    ) {
      print(USAGE)
      return 2
    }
    const { PLACARD_SERVER, PORT = '4000' } = terminal.env
    const call = client(values.server ?? PLACARD_SERVER ?? `http://127.0.0.1:${PORT}`)
    const { password } =
      values.as === undefined
        ? await call(
            'operators/first',
            { name },
            findKey(terminal, (text) => new Refused(text)),
          )
        : await addAs(call, terminal, { name, as: values.as, roles: (values.roles ?? '').split(',') })
    await setUp(call, terminal, name, password)
    return 0
  } catch (error) {
    const isArgument = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
    if (!(error instanceof Refused) && !isArgument) throw error
    print(`${error.message}\n`)
    return isArgument ? 2 : 1
  }
}

type Call = <C extends OperatorCallId>(
  call: C,
  payload: OperatorCalls[C]['payload'],
  token?: string,
) => Promise<OperatorCalls[C]['data']>

/** `address`: origin of the server. */
function client(address: string): Call {
  return async (call, payload, token) => {
    let response: Response
    try {
      response = await fetch(new URL(`/operator/api/${call}`, address), {
        method: operatorContract[call].method,
        headers: {
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(operatorContract[call].method === 'POST' && { body: JSON.stringify(payload) }),
      })
    } catch {
      throw new Refused(`There is no server at ${address}. Start it, or name it with --server.`)
    }
    const body: unknown = await response.json().catch(() => null)
    if (response.ok) return body as never
    const { code, message } = (body ?? {}) as { code?: string; message?: string }
    throw new Refused(
      code === 'adminExists'
        ? 'There is an admin already, who adds operators: --as <name> --roles <list>.'
        : (message ?? `The server at ${address} answered ${response.status}.`),
    )
  }
}

async function addAs(
  call: Call,
  { ask }: Pick<Terminal, 'ask'>,
  { name, as, roles: list }: { name: string; as: string; roles: string[] },
): Promise<{ password: string }> {
  if (ask === null) throw new Refused('The password and the code of the admin are asked for: run this on a terminal.')
  const password = await ask(`Password of ${as}: `)
  const { token } = await call('session/login', { name: as, password, code: await ask(`Code of ${as}: `) })
  try {
    const payload = { name, roles: list, reason: 'npm run operator' } as OperatorCalls['operators/create']['payload']
    return await call('operators/create', payload, token)
  } finally {
    await call('session/logout', {}, token)
  }
}

async function setUp(call: Call, { print, ask }: Terminal, name: string, temporary: string): Promise<void> {
  print(`${name} is created. Temporary password, for a day: ${temporary}\n`)
  const { token } = await call('session/login', { name, password: temporary })
  const { secret, uri } = await call('session/setup_key', {}, token)
  print(`\nKey for an authenticator app:\n\n${renderUnicodeCompact(uri)}\n\n${secret}\n${uri}\n\n`)
  if (ask === null) {
    print('Log in with the temporary password to set the own one, with a code of the app (session/setup).\n')
    return
  }
  const password = await ask('Own password: ')
  const done = await call('session/setup', { password, code: await ask('Code of the app: ') }, token)
  await call('session/logout', {}, done.token)
  print(`${name} can log in.\n`)
}

/** Answers are passwords and codes, so they are not shown. */
async function question(text: string): Promise<string> {
  process.stdout.write(text)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const answer = await terminal.question('')
  terminal.close()
  process.stdout.write('\n')
  return answer.trim()
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = await run(process.argv.slice(2), {
    cwd: process.cwd(),
    env: process.env,
    print: (text) => process.stdout.write(text),
    ask: process.stdin.isTTY && process.stdout.isTTY ? question : null,
  })
}

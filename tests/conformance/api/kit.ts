import { readFileSync, readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { SchemaResolver, toShape, type Schema } from '../../../codegen/compiler/contract/schema.ts'
import type { CallDef } from '../../../src/engine/language/expressions/program.ts'
import { contract } from '../../../src/generated/contract.ts'
import { createServer, type CreateOptions, type Server } from '../../../src/server/app.ts'
import type { ApiPorts } from '../../../src/engine/transport/api.ts'
import { createApiHarness, type ApiHarness } from '../../prove/kit/api-harness.ts'
import { TERMS_VERSION } from '../../../src/server/modules/identity/terms.ts'

const root = join(import.meta.dirname, '../../..')

/** Every call of schemas/api as the client knows it, read from the files and not from the generated code. */
export function callDefs(): Record<string, CallDef> {
  const resolver = new SchemaResolver(
    (file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as unknown,
    (reference, from) => {
      throw new Error(`${from}: ${reference} leads nowhere`)
    },
  )
  const files = readdirSync(join(root, 'schemas/api'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.json'),
  )
  return Object.fromEntries(
    files.map((name) => {
      const file = `schemas/api/${name}`
      const { call, method, auth, effect, data, paging } = JSON.parse(readFileSync(join(root, file), 'utf8')) as Omit<
        CallDef,
        'data'
      > & { call: string; data: Schema }
      return [call, { method, auth, effect, data: toShape(resolver.resolve(data, file)), ...(paging && { paging }) }]
    }),
  )
}

export interface Running extends ApiHarness {
  server: Server
  origin: string
  /** Registers a user and signs in; later calls use its token. */
  signIn(): Promise<void>
}

/** The app's API client and the real server, on a free port with an empty database. */
export async function run(options: CreateOptions = {}, ports: Partial<ApiPorts> = {}): Promise<Running> {
  const server = await createServer({ database: ':memory:', sandbox: true, passwordCost: 16, tickRate: 0, ...options })
  onTestFinished(() => server.close())
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  const app = createApiHarness({ base: `${origin}/api/`, ...ports }, callDefs())

  return Object.assign(app, {
    server,
    origin,
    async signIn() {
      const name = `user${Math.random().toString(36).slice(2, 10)}`
      const password = 'secret12'
      const registered = await app.api.call('user/register', {
        type: 'account',
        account: name,
        password,
        country: 'DE',
        terms: TERMS_VERSION,
      })
      if (!registered.ok) throw new Error(`register: ${registered.code} ${registered.message}`)
      const slide = await app.api.call('captcha/slide')
      const result = await app.api.call('user/login', {
        type: 'account',
        account: name,
        password,
        slide: slide.ok ? (slide.data as { challenge: string }).challenge : '',
      })
      if (!result.ok) throw new Error(`login: ${result.code} ${result.message}`)
      app.token = (result.data as { token: string }).token
    },
  })
}

export { contract }

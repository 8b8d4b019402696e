import { expect } from 'vitest'
import { addPasskey, authenticator, loginByPasskey, withPasskey } from '../passkey.ts'
import { as, stepUp } from '../flows/security.ts'
import { setUserFields } from '../flows/withdrawals.ts'
import type { Person, TestServer } from '../testServer.ts'
import type { Cases } from '../caseTypes.ts'

async function full(server: TestServer): Promise<Person> {
  const person = await server.person()
  const { id } = (await server.call('user/info', {}, as(person))).data
  const rows = Array.from({ length: 10 }, (_, at) => ({
    id: `full-${at}-${id}`,
    user_id: id,
    public_key: '',
    counter: 0,
    transports: '',
    device: '',
    created: at,
    used: null,
  }))
  await server.context.db.insertInto('passkeys').values(rows).execute()
  return person
}

const remove = async (server: TestServer, person: Person, id: string) =>
  server.call('passkey/remove', { id, stepUpProof: await stepUp(server, person, 'passkey/remove') }, as(person))

export const cases: Cases = {
  'passkey/creation': {
    ok: async (server) => server.call('passkey/creation', {}, as(await server.person())),
    inspect: ({ options }) =>
      expect(JSON.parse(options)).toMatchObject({ authenticatorSelection: { userVerification: 'required' } }),
    errors: { passkeysFull: async (server) => server.call('passkey/creation', {}, as(await full(server))) },
  },
  'passkey/add': {
    ok: async (server) => addPasskey(server, await server.person(), authenticator()),
    errors: {
      async stepUpRequired(server) {
        const person = await server.person()
        const { options } = (await server.call('passkey/creation', {}, as(person))).data
        return await server.call('passkey/add', { credential: authenticator().create(options) }, as(person))
      },
      async accountFrozen(server) {
        const person = await server.person()
        await setUserFields(server, person, { frozen: 1 })
        return await addPasskey(server, person, authenticator())
      },
      passkeyFailed: async (server) =>
        addPasskey(server, await server.person(), authenticator({ origin: 'https://evil.example' })),
      async passkeysFull(server) {
        const person = await server.person()
        const { options } = (await server.call('passkey/creation', {}, as(person))).data
        const { id } = (await server.call('user/info', {}, as(person))).data
        const own = { user_id: id, public_key: '', counter: 0, transports: '', device: '', created: 0, used: null }
        for (let at = 0; at < 10; at++)
          await server.context.db
            .insertInto('passkeys')
            .values({ id: `later-${at}-${id}`, ...own })
            .execute()
        const stepUpProof = await stepUp(server, person, 'passkey/add')
        return await server.call(
          'passkey/add',
          { credential: authenticator().create(options), stepUpProof },
          as(person),
        )
      },
    },
  },
  'passkey/list': {
    ok: async (server) => server.call('passkey/list', {}, as(await withPasskey(server))),
    inspect: ({ rows }) => expect(rows).toMatchObject([{ device: null, used: null }]),
    errors: {},
  },
  'passkey/remove': {
    async ok(server) {
      const person = await withPasskey(server)
      return await remove(server, person, person.id)
    },
    errors: {
      async stepUpRequired(server) {
        const person = await withPasskey(server)
        return await server.call('passkey/remove', { id: person.id }, as(person))
      },
      async accountFrozen(server) {
        const person = await withPasskey(server)
        await setUserFields(server, person, { frozen: 1 })
        return await remove(server, person, person.id)
      },
      dataNotFound: async (server) => remove(server, await server.person(), (await withPasskey(server)).id),
    },
  },
  'passkey/request': { ok: (server) => server.call('passkey/request', {}), errors: {} },
  'passkey/login': {
    ok: async (server) => loginByPasskey(server, (await withPasskey(server)).passkey),
    errors: {
      passkeyFailed: (server) => loginByPasskey(server, authenticator()),
      async userLocked(server) {
        const person = await withPasskey(server)
        await setUserFields(server, person, { locked: 1 })
        return await loginByPasskey(server, person.passkey)
      },
      async tooManyRequests(server) {
        const send = () => server.call('passkey/login', { credential: '{}' }, { ip: '10.0.0.9' })
        for (let nth = 0; nth < 200; nth++) await send()
        return await send()
      },
    },
  },
}

import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPlants } from './server.ts'

let server = { origin: '', stop: () => Promise.resolve() }
beforeAll(async () => {
  server = await startPlants('dist')
})
afterAll(() => server.stop())

const open = async (name: string): Promise<unknown> =>
  (await fetch(`${server.origin}/api/garden/open`, { method: 'POST', body: new URLSearchParams({ name }) })).json()
const me = async (authorization: string): Promise<unknown> =>
  (await fetch(`${server.origin}/api/garden/me`, { headers: { authorization } })).json()

it('a known name opens a session, whose user has plants', async () => {
  expect(await open('Ada')).toMatchObject({ type: 'ok', data: { token: 'token-ada' } })
  expect(await me('token-ada')).toMatchObject({ data: { name: 'Ada', gardener: true } })
})

it('an unknown name is refused, and an unknown token ends the session', async () => {
  expect(await open('Stranger')).toMatchObject({ type: 'error', code: 'parameterError' })
  expect(await me('token-stranger')).toMatchObject({ type: '999' })
})

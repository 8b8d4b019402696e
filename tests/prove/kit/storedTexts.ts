import { readTyped } from '../../../src/engine/language/texts/typedText.ts'
import { steppedUp } from '../../support/server/flows/security.ts'
import type { TestServer } from '../../support/server/testServer.ts'

export const STUDIO_KEY = 'studio-key-of-the-proof-0123456789-abcdef'

/** A text as it has been stored and as it was sent; null if it was refused. */
type Stored = { is: unknown; should: string } | null

/** A field whose text is stored for people to read. */
interface StoredField {
  field: string
  store: (server: TestServer, text: string) => Promise<Stored>
}

const prose = (text: string): string => readTyped('text', text)

async function nickname(server: TestServer, text: string): Promise<Stored> {
  const { token } = await server.person()
  if ((await server.call('user/nickname', { nickname: text }, { token })).type !== 'ok') return null
  const { data } = await server.call('user/info', {}, { token })
  return { is: data.nickname, should: prose(text).replaceAll(/\s+/g, ' ').normalize('NFC') }
}

const card =
  (name: 'holder' | 'bank') =>
  async (server: TestServer, text: string): Promise<Stored> => {
    const person = await server.person()
    const payload = {
      kind: 'card',
      number: '4242 4242 4242 4242',
      holder: 'Ann Miller',
      bank: 'First Bank',
      [name]: text,
    }
    if ((await steppedUp(server, person, 'user/cash_save', payload)).type !== 'ok') return null
    const { data } = await server.call('user/cash_info', {}, { token: person.token })
    return { is: data.cards[0]?.[name], should: prose(text) }
  }

const personName =
  (name: 'firstName' | 'lastName') =>
  async (server: TestServer, text: string): Promise<Stored> => {
    const { token } = await server.person()
    documents += 1
    const payload = {
      level: 'primary',
      firstName: 'Ann',
      lastName: 'Lee',
      country: 'PT',
      documentType: 'passport',
      number: `N${String(documents).padStart(8, '0')}`,
      [name]: text,
    }
    if ((await server.call('user/real_name', payload, { token })).type !== 'ok') return null
    const { data } = await server.call('user/getrealinfo', {}, { token })
    return { is: data.primary.given?.[name], should: readTyped('personName', text) }
  }
let documents = 0

/** A change set of the studio. */
async function changeSet(server: TestServer, text: string): Promise<Stored> {
  const ask = async (url: string, payload?: object) => {
    const reply = await server.app.inject({
      method: payload ? 'POST' : 'GET',
      url,
      headers: { authorization: `Bearer ${STUDIO_KEY}`, ...(payload && { 'content-type': 'application/json' }) },
      ...(payload && { payload: JSON.stringify(payload) }),
    })
    return { status: reply.statusCode, body: reply.json<{ id?: string; name?: string }>() }
  }
  const made = await ask('/studio/api/change-sets', { name: text, author: 'Ann' })
  if (made.status >= 500) return { is: made.status, should: text }
  if (made.status !== 200) return null
  const { body } = await ask(`/studio/api/change-sets/${made.body.id}`)
  return { is: body.name, should: prose(text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')) }
}

export const STORED: readonly StoredField[] = [
  { field: 'nickname', store: nickname },
  { field: 'holder of a card', store: card('holder') },
  { field: 'bank of a card', store: card('bank') },
  { field: 'first name', store: personName('firstName') },
  { field: 'last name', store: personName('lastName') },
  { field: 'name of a change set', store: changeSet },
]

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, PASSWORD, steppedUp, stepUp } from '../../../../../tests/support/server/flows/security.ts'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import { readIndex, readMessages } from '../../content/content.ts'
import { isDeliverable, sendCode, type CodePurpose } from '../codes.ts'
import { notify } from '../notices.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const LANGUAGES = [...readMessages().keys()]
/** All purposes of codes: a missing one is a type error. */
const PURPOSES = Object.keys({
  register: true,
  forget: true,
  bindEmail: true,
  bindPhone: true,
  stepUp: true,
  confirm: true,
} satisfies Record<CodePurpose, true>) as CodePurpose[]
/** Texts that are part of others. */
const PARTS = new Set(['notMe', 'mailPhrase'])

let addresses = 0

/** A user with an e-mail address. */
async function reader(): Promise<Person & { id: string; email: string }> {
  const email = `phrase${++addresses}@example.org`
  const person = await server.person()
  await server.call('sms_mail', { email, purpose: 'bindEmail' })
  const bind = { way: 'bind', email, code: await server.code(email) }
  expect((await steppedUp(server, person, 'safe/email', bind)).code).toBe('set')
  await server.clock.advance(60)
  return { ...person, email, id: (await server.call('user/info', {}, as(person))).data.id }
}

const set = (person: Person, phrase: string) =>
  steppedUp(server, person, 'safe/mail_phrase_set', { way: 'set', phrase })

interface Mails {
  rows: { purpose: string; phrase: string | null }[]
  notices: { title: string; text: string; phrase: string | null }[]
}
const mails = async (to: string): Promise<Mails> =>
  (await server.app.inject({ url: `/sandbox/outbox.json?to=${encodeURIComponent(to)}` })).json<Mails>()

describe('the anti-phishing phrase', () => {
  it.each(LANGUAGES)('is in every notice by e-mail, in %s', async (lang) => {
    const person = await reader()
    expect((await server.call('set/lang', { language: lang }, as(person))).type).toBe('ok')
    expect((await set(person, '2500 $t(a)')).code).toBe('set')
    const templates = Object.keys(readIndex().messages).filter((name) => !PARTS.has(name))
    expect(templates.length).toBeGreaterThan(30)
    await server.context.db.deleteFrom('notices').execute()
    for (const template of templates) await notify(server.context, person.id, template, {})
    const sent = await server.context.db
      .selectFrom('notices')
      .select('phrase')
      .where('target', '=', person.email)
      .execute()
    expect(sent).toHaveLength(templates.length)
    const line = server.context.content.template(lang, 'mailPhrase', { phrase: '2500 $t(a)' }).text
    expect(line).toContain('2500 $t(a)')
    expect(new Set(sent.map(({ phrase }) => phrase))).toEqual(new Set([line]))
  })

  it('has a line of its own in each language', () => {
    const lines = LANGUAGES.map((lang) => server.context.content.template(lang, 'mailPhrase', { phrase: 'x' }).text)
    expect(new Set(lines).size).toBe(LANGUAGES.length)
  })

  it.each(PURPOSES)('is in the e-mail with a code for %s', async (purpose) => {
    const person = await reader()
    await set(person, 'blue heron')
    await server.clock.advance(60)
    await sendCode(
      server.context,
      { ip: '::1' },
      'mail',
      purpose,
      person.email.toUpperCase(),
      isDeliverable(purpose, true),
    )
    const [code] = (await mails(person.email)).rows
    expect(code).toMatchObject({ purpose, phrase: 'Your phrase: blue heron' })
  })

  it('is in no e-mail to an address that is bound to no user', async () => {
    const email = `unbound${++addresses}@example.org`
    await server.call('sms_mail', { email, purpose: 'register' })
    expect((await mails(email)).rows).toMatchObject([{ phrase: null }])
  })

  it('is in no text message', async () => {
    const person = await reader()
    await set(person, 'blue heron')
    const phone = `+49 151123456${String(++addresses).padStart(2, '0')}`
    await server.context.db.updateTable('users').set({ phone }).where('id', '=', person.id).execute()
    await notify(server.context, person.id, 'passwordChanged', {})
    await server.call('safe/step_up_code', { by: 'phone' }, as(person))
    const { rows, notices } = await mails(phone)
    expect([rows.length, notices.length]).toEqual([1, 1])
    expect([...rows, ...notices].map(({ phrase }) => phrase)).toEqual([null, null])
  })

  it('of before is in the notices of its change and of its removal', async () => {
    const person = await reader()
    await set(person, 'blue heron')
    await set(person, 'grey heron')
    await steppedUp(server, person, 'safe/mail_phrase_set', { way: 'remove' })
    await server.call('safe/update_password', { oldPassword: PASSWORD, password: 'another1' }, as(person))
    const { notices } = await mails(person.email)
    expect(notices.slice(0, 4).map(({ title, phrase }) => [title, phrase])).toEqual([
      ['Your password was changed', null],
      ['Your anti-phishing phrase was removed', 'Your phrase: grey heron'],
      ['Your anti-phishing phrase was set', 'Your phrase: blue heron'],
      ['Your anti-phishing phrase was set', 'Your phrase: blue heron'],
    ])
  })

  it('reaches the address that was replaced', async () => {
    const person = await reader()
    await set(person, 'blue heron')
    const email = `moved${++addresses}@example.org`
    await server.call('sms_mail', { email, purpose: 'bindEmail' })
    const change = { way: 'change', email, code: await server.code(email) }
    expect((await steppedUp(server, person, 'safe/email', change)).code).toBe('set')
    expect((await mails(person.email)).notices[0]).toMatchObject({ phrase: 'Your phrase: blue heron' })
  })

  it.each(['    ', 'abc ', 'blue\u0000heron', 'x'.repeat(21), null])('refuses %j', async (phrase) => {
    const person = await reader()
    const stepUpProof = await stepUp(server, person, 'safe/mail_phrase_set')
    const reply = await server.call('safe/mail_phrase_set', { way: 'set', phrase, stepUpProof }, as(person))
    expect(reply.code).toBe(phrase === null ? 'missingParameter' : 'parameterError')
    expect((await server.call('safe/mail_phrase', {}, as(person))).data).toEqual({ beginning: null })
  })

  it('is shown to a session by its beginning only', async () => {
    const person = await reader()
    await set(person, '😀😀😀😀')
    expect((await server.call('safe/mail_phrase', {}, as(person))).data).toEqual({ beginning: '😀😀' })
    const { rows } = (await server.call('user/usermessage', {}, as(person))).data
    expect(JSON.stringify(rows)).not.toContain('😀')
  })
})

it('only two modules send, and both add the phrase', () => {
  const folder = join(import.meta.dirname, '../../..')
  const senders = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      name.endsWith('.ts') &&
      !name.endsWith('.test.ts') &&
      /insertInto\('(?:outbox|notices)'\)/.test(readFileSync(join(folder, name), 'utf8')),
  )
  expect(senders.toSorted()).toEqual(['modules/identity/codes.ts', 'modules/identity/notices.ts'])
})

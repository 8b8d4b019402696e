import { contract } from '../../../../src/generated/contract.ts'
import type { Random } from '../random.ts'
import type { CaseRequest, PreparedRequest } from '../requests.ts'
import { jsonWith, pairs, textWith, type Shot, type Target } from './target.ts'

/** Odd values for any field. Some fields may accept some of them; the server must not fail. */
const VALUES: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u2066abc',
  '\ufeff',
  '👩‍👩‍👧‍👦',
  'x'.repeat(63_000),
  '../../etc/passwd',
  '%00',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  "' OR '1'='1",
  '"><script>alert(1)</script>',
  '${7*7}',
  '{{7*7}}',
  '-1',
  '0',
  '1',
  '1.5',
  '1e9',
  '1e308',
  '9007199254740993',
  '9223372036854775808',
  'NaN',
  'true',
  'null',
  '[]',
  '{}',
]
const BARE = [
  'null',
  'true',
  '0',
  '-1',
  '1.5',
  '1e308',
  '1e999',
  '9007199254740993',
  '[]',
  '[null]',
  '["a"]',
  '{}',
  '{"toString":null}',
  '{"then":1}',
  '{"length":-1}',
]

const query = ({ call }: PreparedRequest, text: string): Shot => ({ url: `/api/${call}?${text}` })

/** Sends every field of a call in every odd form; a random `share` of them. */
export async function attackFields(
  target: Target,
  ready: PreparedRequest,
  ask: CaseRequest,
  random: Random,
  share: number,
): Promise<void> {
  const { call } = ready
  const facts = contract[call]
  const names = [...facts.fields.filter((name) => !facts.files.includes(name)), 'lang']
  let fresh = ready
  for (const field of names) {
    const odd =
      facts.method === 'POST' && facts.auth ? [...VALUES.map((value) => JSON.stringify(value)), ...BARE] : VALUES
    for (const value of odd) {
      if (random() >= share) continue
      const where = `${call} with ${field} = ${value.slice(0, 40)}`
      const text = textWith(fresh.payload, field, value)
      const shot =
        facts.method === 'GET'
          ? query(fresh, text)
          : { body: facts.auth ? jsonWith(fresh.payload, field, value) : text }
      const before = await target.money()
      const answer = await target.shoot(fresh, shot)
      target.judge(where, call, answer)
      // Registration credits the initial balance.
      const opens = answer.type === 'ok' && answer.code === 'registered'
      if (facts.effect !== 'money' && !opens && (await target.money()) !== before)
        target.fault(where, 'has moved money')
      if (answer.type === 'ok') fresh = await target.ready(call, ask)
    }
  }
}

const DEEP = 100_000
const json = (payload: Readonly<Record<string, unknown>>, more: string): string =>
  `${JSON.stringify({ lang: 'en', ...payload }).slice(0, -1)},${more}}`

const jsonBodies = (payload: Readonly<Record<string, unknown>>): Record<string, string | Buffer> => ({
  'an unknown field': json(payload, '"surprise":1'),
  'a key of the prototype': json(payload, '"__proto__":{"mode":"demo","locked":0}'),
  'a key of the prototype in disguise': json(payload, '"\\u005f_proto__":{"x":1}'),
  'the constructor': json(payload, '"constructor":{"prototype":{"x":1}}'),
  'the prototype': json(payload, '"prototype":{}'),
  'deep lists': json(payload, `"deep":${'['.repeat(20_000)}${']'.repeat(20_000)}`),
  'deep objects': json(payload, `"deep":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
  'deeper than fits': '['.repeat(DEEP),
  'the language twice': json(payload, '"lang":"de"'),
  null: 'null',
  'a list': JSON.stringify([payload]),
  'a text': '"x"',
  'a number': '1',
  'an open end': JSON.stringify(payload).slice(0, -1),
  'two bodies': JSON.stringify(payload).repeat(2),
  'a comment': `/**/${JSON.stringify(payload)}`,
  'single quotes': "{'mode':'real'}",
  'bytes that are no text': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  'UTF-16': Buffer.from(`\ufeff${JSON.stringify(payload)}`, 'utf16le'),
  '10 MB': json(payload, `"surprise":"${'x'.repeat(10 * 1024 * 1024)}"`),
})

const texts = (payload: Readonly<Record<string, unknown>>): Record<string, string> => {
  const text = new URLSearchParams(pairs(payload)).toString()
  const [, first] = pairs(payload)
  return {
    'an unknown field': `${text}&surprise=1`,
    'a key of the prototype': `${text}&__proto__=1`,
    'a path into the prototype': `${text}&__proto__[x]=1&constructor.prototype.x=1`,
    'the language twice': `${text}&lang=de`,
    ...(first && { 'a field twice': `${text}&${first[0]}=1`, 'a field as a list': `${text}&${first[0]}[]=1` }),
  }
}

/** Bodies, content types, methods, addresses and headers that do not belong to a call. */
export async function attackShape(target: Target, ready: PreparedRequest): Promise<void> {
  const { call, payload, token = '' } = ready
  const { method, auth, effect, files } = contract[call]
  const shoot = (what: string, shot: Shot) => target.refused(`${call}: ${what}`, ready, shot)
  const isJson = method === 'POST' && auth
  const right = new URLSearchParams(pairs(payload)).toString()
  const body = isJson ? JSON.stringify({ ...payload, lang: 'en' }) : right
  const validRequest: Shot = method === 'GET' ? query(ready, right) : { body }

  if (method === 'GET') for (const [what, text] of Object.entries(texts(payload))) await shoot(what, query(ready, text))
  else if (isJson && files.length === 0)
    for (const [what, text] of Object.entries(jsonBodies(payload))) await shoot(what, { body: text })
  else if (!isJson)
    for (const [what, text] of Object.entries({
      ...texts(payload),
      '10 MB': `${right}&surprise=${'x'.repeat(10 * 1024 * 1024)}`,
    }))
      await shoot(what, { body: text })

  if (method === 'POST') {
    const kinds = [
      'text/plain',
      'text/html',
      'application/xml',
      'application/jsonp',
      'multipart/form-data; boundary=x',
      isJson ? 'application/x-www-form-urlencoded' : 'application/json',
      'application/octet-stream',
      '*/*',
      'x',
    ]
    for (const kind of kinds)
      if (!(files.length > 0 && kind.startsWith('multipart')))
        await shoot(`as ${kind}`, { body, headers: { 'content-type': kind } })
    await shoot('without a kind', { body, headers: { 'content-type': undefined } })
  }
  for (const other of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']) {
    if (other === method) continue
    await shoot(`by ${other}`, {
      ...validRequest,
      method: other,
      headers: { 'x-http-method-override': method, ...(other === 'GET' && { 'content-type': undefined }) },
    })
  }
  for (const url of [
    `/API/${call}`,
    `/api//${call}`,
    `/api/${call}/`,
    `/api/x/../${call}%2e`,
    `/api/${call};a=1`,
    `/api/${call}%00`,
    `/api/${call}%ff`,
    `//api/${call}`,
    `/api/${encodeURIComponent(`../${call}`)}`,
  ]) {
    await shoot(`at ${url}`, { ...validRequest, url: method === 'GET' ? `${url}?${right}` : url })
  }
  if (auth) {
    const tokens = [
      `Bearer ${token}`,
      ` ${token} x`,
      token.toUpperCase(),
      `${token},${token}`,
      `${token}\t`,
      token.slice(0, -1),
      'x'.repeat(15_000),
      '__proto__',
      '%00',
      "' OR 1=1 --".padEnd(43),
    ]
    for (const given of tokens)
      if (given.trim() !== token)
        await shoot(`with the token ${given.slice(0, 12)}…`, { ...validRequest, headers: { authorization: given } })
    await shoot('with the token in a cookie', {
      ...validRequest,
      headers: { authorization: undefined, cookie: `token=${token}; authorization=${token}` },
    })
  }
  if (effect === 'money') {
    for (const key of ['', 'short', 'with blanks in it', 'x'.repeat(129), 'schlüssel-1'])
      await shoot(`with the key ${key.slice(0, 20)}`, { ...validRequest, headers: { 'idempotency-key': key } })
  }
}

import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import type { CallId } from '../../../src/generated/calls.ts'
import { as, stepUp } from './flows/security.ts'
import type { Person, Reply, TestServer } from './testServer.ts'

type Cbor = number | string | Buffer | Map<number | string, Cbor>

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}

/** Encodes a value as CBOR (RFC 8949), as far as WebAuthn needs it. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])])
}

const sha256 = (content: string | Buffer): Buffer => createHash('sha256').update(content).digest()
const USER_PRESENT = 1
const USER_VERIFIED = 4
const ATTESTED = 64

export interface AuthenticatorOptions {
  /** Site that the browser shows. */
  origin?: string
  /** Whether the user was verified by finger, face or PIN. */
  verifies?: boolean
}

/** An authenticator with one passkey, in software; it answers options as a browser does. */
export function authenticator({ origin = 'http://localhost', verifies = true }: AuthenticatorOptions = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0

  const flags = USER_PRESENT | (verifies ? USER_VERIFIED : 0)
  const dataOf = (site: string, more: Buffer = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    const own = more.length > 0 ? flags | ATTESTED : flags
    return Buffer.concat([sha256(site), Buffer.from([own]), count, more])
  }
  const clientData = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const credential = (response: Record<string, unknown>): string =>
    JSON.stringify({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    })

  return {
    /** Answers the options of passkey/creation. */
    create(options: string): string {
      const { challenge, rp } = JSON.parse(options) as { challenge: string; rp: { id: string } }
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(coseKey(publicKey))])
      const attestationObject = cbor(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', dataOf(rp.id, attested)],
        ]),
      )
      return credential({
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      })
    },
    /** Answers the options of passkey/request and safe/step_up_info. */
    use(options: string): string {
      const { challenge, rpId } = JSON.parse(options) as { challenge: string; rpId: string }
      const client = clientData('webauthn.get', challenge)
      const authenticatorData = dataOf(rpId)
      const signed = Buffer.concat([authenticatorData, sha256(client)])
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
      })
    },
    /** Sets the counter back, as a copy of the authenticator has it. */
    rewind(): void {
      counter = 0
    },
  }
}

export type Authenticator = ReturnType<typeof authenticator>

function coseKey(key: KeyObject): Map<number, Cbor> {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
}

/** Creates a passkey for a user and returns the reply of passkey/add. */
export async function addPasskey(
  server: TestServer,
  person: Person,
  own: Authenticator,
): Promise<Reply<'passkey/add'>> {
  const { options } = (await server.call('passkey/creation', {}, as(person))).data
  const stepUpProof = await stepUp(server, person, 'passkey/add')
  return await server.call('passkey/add', { credential: own.create(options), stepUpProof }, as(person))
}

/** A user with a passkey. */
export async function withPasskey(server: TestServer): Promise<Person & { passkey: Authenticator; id: string }> {
  const person = await server.person()
  const passkey = authenticator()
  const reply = await addPasskey(server, person, passkey)
  if (reply.type !== 'ok') throw new Error(`No passkey: ${reply.code}`)
  return { ...person, passkey, id: reply.data.id }
}

/** Logs in with a passkey. */
export async function loginByPasskey(server: TestServer, own: Authenticator): Promise<Reply<'passkey/login'>> {
  const { options } = (await server.call('passkey/request', {})).data
  return await server.call('passkey/login', { credential: own.use(options) })
}

/** Confirms with a passkey in place of the factors. */
export async function stepUpWithPasskey(
  server: TestServer,
  person: Pick<Person, 'token'>,
  own: Authenticator,
  call: CallId,
): Promise<Reply<'safe/step_up'>> {
  const { passkey } = (await server.call('safe/step_up_info', { call, value: '' }, as(person))).data
  return await server.call('safe/step_up', { call, value: '', passkey: own.use(passkey ?? '{}') }, as(person))
}

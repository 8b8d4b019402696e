import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Kysely } from 'kysely'
import type { CallRequest } from '../../../handler.ts'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import { refuse } from '../../../kit/errors.ts'
import type { UserRow } from '../tables.ts'
import { report } from '../../../../engine/language/report.ts'

/** Passkeys of a user at most. */
export const MAX_PASSKEYS = 10

/** Loaded on demand: it is not needed until the first passkey, and would delay the start. */
const library = () => import('@simplewebauthn/server')

type Requested = Pick<CallRequest, 'context' | 'origin'>

/** The site that passkeys belong to, by the address that the client uses: a browser signs it, and has a passkey for its own site only. */
function siteOf({ origin }: Requested): { expectedOrigin: string; expectedRPID: string } {
  const url = new URL(origin)
  return { expectedOrigin: url.origin, expectedRPID: url.hostname }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The answer of a browser, which arrives as JSON; the library checks the rest. Throws `passkeyFailed`. */
function parseCredential(text: string): Record<string, unknown> & { id: string } {
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value) && typeof value.id === 'string' && isObject(value.response)) return { ...value, id: value.id }
  } catch (error) {
    // Refused below.
    report(error, 'read a passkey')
  }
  throw refuse('passkeyFailed')
}

/** A challenge of this server in the encoding of WebAuthn. It is redeemed once, by any process. */
async function newChallenge({ captcha, clock }: ServerContext): Promise<Uint8Array<ArrayBuffer>> {
  return new TextEncoder().encode((await captcha.create(clock.now())).challenge)
}
const redeemed =
  ({ captcha, clock }: ServerContext) =>
  (challenge: string): Promise<boolean> =>
    captcha.redeem(Buffer.from(challenge, 'base64url').toString(), clock.now())

const credentialsOf = async (db: Kysely<Tables>, userId: string) =>
  (
    await db
      .selectFrom('passkeys')
      .select(['id', 'transports'])
      .where('user_id', '=', userId)
      .orderBy('created')
      .execute()
  ).map(({ id, transports }) => ({ id, transports: transports.split(',').filter((part) => part !== '') as [] }))

export async function hasPasskey(db: Kysely<Tables>, userId: string): Promise<boolean> {
  return (await credentialsOf(db, userId)).length > 0
}

/** Options for creating a passkey on the device of the user, as JSON. Throws `passkeysFull`. */
export async function creationOptions(request: Requested, user: UserRow): Promise<string> {
  const { context } = request
  const excludeCredentials = await credentialsOf(context.db, user.id)
  if (excludeCredentials.length >= MAX_PASSKEYS) throw refuse('passkeysFull', { most: MAX_PASSKEYS })
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: context.operator.app.shortName,
    rpID: siteOf(request).expectedRPID,
    userName: user.account,
    userID: new TextEncoder().encode(user.id),
    challenge: await newChallenge(context),
    excludeCredentials,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return JSON.stringify(options)
}

/** Options for using a passkey, as JSON: one of this user, without a user any. */
export async function requestOptions(request: Requested, userId?: string): Promise<string> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: siteOf(request).expectedRPID,
    challenge: await newChallenge(request.context),
    userVerification: 'required',
    ...(userId !== undefined && { allowCredentials: await credentialsOf(request.context.db, userId) }),
  })
  return JSON.stringify(options)
}

/** Verifies the passkey that a browser has created. Returns the row to store. Throws `passkeyFailed`. */
export async function verifyCreation(request: Requested, text: string) {
  const { verifyRegistrationResponse } = await library()
  const response = parseCredential(text) as unknown as RegistrationResponseJSON
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: redeemed(request.context),
    ...siteOf(request),
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) throw refuse('passkeyFailed')
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return {
    id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: transports.join(','),
  }
}

/** Verifies the use of a passkey and stores its counter. Returns the id of its user. Throws `passkeyFailed`. */
export async function verifyUse(request: Requested, text: string, userId?: string): Promise<string> {
  const { db, clock } = request.context
  const response = parseCredential(text)
  const stored = await db.selectFrom('passkeys').selectAll().where('id', '=', response.id).executeTakeFirst()
  if (!stored || (userId !== undefined && stored.user_id !== userId)) throw refuse('passkeyFailed')
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: redeemed(request.context),
    ...siteOf(request),
    credential: {
      id: stored.id,
      publicKey: new Uint8Array(Buffer.from(stored.public_key, 'base64url')),
      counter: Number(stored.counter),
    },
    requireUserVerification: true,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) throw refuse('passkeyFailed')
  const used = await db
    .updateTable('passkeys')
    .set({ counter: authenticationInfo.newCounter, used: clock.now() })
    .where('id', '=', stored.id)
    .where('counter', '=', stored.counter)
    .returning('id')
    .executeTakeFirst()
  // Removed, or used by another request at the same time.
  if (!used) throw refuse('passkeyFailed')
  return stored.user_id
}

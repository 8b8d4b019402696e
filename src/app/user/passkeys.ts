import { startAuthentication, startRegistration } from '@simplewebauthn/browser'

type Creation = Parameters<typeof startRegistration>[0]['optionsJSON']
type Request = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** The answer of the browser as JSON; null where the user cancels, or the browser or the device cannot. */
async function answered(answer: Promise<object>): Promise<string | null> {
  try {
    return JSON.stringify(await answer)
  } catch {
    return null
  }
}

/** Creates a passkey by the options of the server, which are JSON. */
export const createPasskey = (options: string): Promise<string | null> =>
  answered(startRegistration({ optionsJSON: JSON.parse(options) as Creation }))

/** Uses a passkey by the options of the server, which are JSON. */
export const requestPasskey = (options: string): Promise<string | null> =>
  answered(startAuthentication({ optionsJSON: JSON.parse(options) as Request }))

import type { ServiceName } from '../../engine/language/services.ts'
import { NOTICE_MS } from '../../engine/language/constants.ts'
import { isObject } from '../../engine/language/values/json.ts'
import type { CallResult, Payload } from '../../engine/language/result.ts'
import type { ClientPlugin } from '../../engine/language/plugin.ts'
import type { Client } from '../../engine/state/client/client.ts'
import type { ToastOptions } from '../../engine/state/client/ui.ts'
import { pollUser } from './pollUser.ts'
import { syncPreferences } from './syncPreferences.ts'

interface UserPorts {
  /** Calls a service in the background, without toasts. */
  callService: (service: ServiceName, payload: Payload) => Promise<CallResult>
  /** Fetches the user again. */
  refreshUser: () => Promise<unknown>
  /** Sends a write whose reply is the user, and sets it. */
  writeUser: (write: () => Promise<CallResult>) => Promise<CallResult>
  invalidate: (calls: readonly string[]) => void
  toast: (text: string, options?: ToastOptions) => void
  openLink: (url: string, where: 'webview' | 'window') => void
}

/** Id of the record that a message leads to. */
const recordOf = (link: unknown): string | null =>
  typeof link === 'string' ? new URLSearchParams(link.split('?')[1]).get('id') : null

/** Everything that follows a logged-in user: reviews, messages, and preferences that the server has too. Returns the function that stops it. */
export function watchUser(
  client: Client,
  { syncedPreferences, userPolling }: Pick<ClientPlugin<unknown>, 'syncedPreferences' | 'userPolling'>,
  { callService, refreshUser, writeUser, invalidate, toast, openLink }: UserPorts,
): () => void {
  const { announced } = client
  const { translate } = client.language
  /** Shows the title of the latest unread message that was not announced yet, with a button that opens what it is about. */
  async function showLatestMessage(): Promise<void> {
    const result = await callService('messages', {})
    const rows: unknown = result.ok && isObject(result.data) ? result.data.rows : []
    const latest: unknown = Array.isArray(rows) ? rows.find((row) => isObject(row) && row.read === false) : null
    if (!isObject(latest) || typeof latest.title !== 'string') return
    const { id, title, link } = latest
    const record = recordOf(link)
    if (typeof id === 'string' && announced.messages.has(id)) return
    if (record !== null && announced.outcomes.has(record)) return
    if (typeof id === 'string') announced.messages.add(id)
    if (record !== null) announced.subjects.add(record)
    const account = userPolling.accountText?.(latest) ?? null
    toast(account === null ? title : `${translate(account)}: ${title}`, {
      ms: NOTICE_MS,
      about: 'message',
      ...(typeof link === 'string' && {
        action: { label: translate('shell.openMessage'), run: () => openLink(link, 'webview') },
      }),
    })
  }

  const stopSync = syncPreferences(client, syncedPreferences, {
    send: async (payload) => (await writeUser(() => callService('userList', payload))).ok,
  })
  const stopPolling = pollUser(client, userPolling, {
    fetchUser: refreshUser,
    onChange: () => invalidate(userPolling.calls),
    onMessage: () => void showLatestMessage(),
  })
  // The account may have been switched on another device meanwhile.
  const onReturn = (): void => {
    if (document.visibilityState === 'visible' && client.session.token() !== null) void refreshUser()
  }
  document.addEventListener('visibilitychange', onReturn)
  return () => {
    document.removeEventListener('visibilitychange', onReturn)
    stopSync()
    stopPolling()
  }
}

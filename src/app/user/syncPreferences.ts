import type { Payload } from '../../engine/language/result.ts'
import { conforms } from '../../engine/language/forms/validate.ts'
import type { SyncedPreference } from '../../engine/language/plugin.ts'
import type { Client } from '../../engine/state/client/client.ts'
import { watch } from '../../engine/state/store.ts'

interface SyncPorts {
  /** Changes the list on the server. False: whether it has changed is unknown, or it has not. */
  send(payload: Payload): Promise<boolean>
}

const LIST = { type: 'array', items: { type: 'string' } } as const

/**
 * Keeps preferences and the lists that the server has of the user the same. At a login the entries of the visitor join those of the
 * user. The end of a session empties the list of the device (`x-of-user` in schemas/preferences.json). Returns the function that stops it.
 */
export function syncPreferences(
  { session, preferences }: Pick<Client, 'session' | 'preferences'>,
  synced: readonly SyncedPreference[],
  { send }: SyncPorts,
): () => void {
  const stops = synced.flatMap((name) => sync(name))
  return () => {
    for (const stop of stops) stop()
  }

  function sync({ preference: name, valueOf }: SyncedPreference): (() => void)[] {
    const local = (): readonly string[] => {
      const value = preferences.valueOf(name)
      return conforms(LIST, value) ? (value as string[]) : []
    }
    /** List on the server, as far as it is known in this session; null for a visitor. */
    let known: readonly string[] | null = null
    let knownIn = session.current().generation
    let isApplying = false

    const apply = (list: readonly string[]) => {
      isApplying = true
      preferences.choose(name, [...list])
      isApplying = false
    }
    const push = () => {
      // A list that the end of the session has emptied is no change of the user.
      if (known === null || isApplying || session.current().generation !== knownIn) return
      const [before, after] = [known, local()]
      const [add, remove] = [without(after, before), without(before, after)]
      if (add.length + remove.length === 0) return
      known = after
      const sentIn = knownIn
      void send({ add, remove }).then((sent) => {
        if (sent || known === null || session.current().generation !== sentIn) return
        // The next change, or the next user, sends the difference again.
        known = changed(known, remove, add)
      })
    }
    const receive = () => {
      const { user, generation } = session.current()
      if (generation !== knownIn) known = null
      knownIn = generation
      const list = user && valueOf(user)
      if (!list) return
      if (known !== null && isSame(list, served)) return push()
      // The entries of the visitor, and changes that the server has not got.
      const [before, after] = [known ?? [], local()]
      const joined = changed(list, without(after, before), without(before, after))
      known = served = list
      apply(joined)
      push()
    }
    /** The list of the user that was read last: one that has not changed says nothing of entries being sent. */
    let served: readonly string[] = []
    receive()
    const atom = preferences.atoms[name]
    return [watch(session.atom, receive), ...(atom ? [watch(atom, push)] : [])]
  }
}

const without = (list: readonly string[], removed: readonly string[]): string[] =>
  list.filter((entry) => !removed.includes(entry))

const changed = (list: readonly string[], add: readonly string[], remove: readonly string[]): string[] => [
  ...without(list, remove),
  ...without(add, list),
]

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((entry, index) => entry === b[index])

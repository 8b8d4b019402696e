import { api, ApiError, type Change, type Published } from '../api.ts'
import type { Workspace } from '../model/workspace.ts'

/**
 * Result of a publication, or a text with the reason why nothing was published; the text is empty where the page asks
 * which change to keep.
 */
export type PublishOutcome = { published: Published } | { stopped: string }

const stopped = (text: string): PublishOutcome => ({ stopped: text })

/** Saves and publishes the changes that the page shows, and opens what follows. Throws ApiError. */
export async function publishShown(
  workspace: Workspace,
  { note, urgent }: { note: string; urgent: boolean },
): Promise<PublishOutcome> {
  const { saver } = workspace
  const { author, files } = workspace.get()
  const isSaved = await saver.flush()
  if (Object.keys(workspace.get().saved.conflicts).length > 0)
    return stopped('Nothing was published: another author has changed the same. Choose what stays, and publish again.')
  if (workspace.get().files !== files)
    return stopped(
      'Nothing was published: the changes became others while they were saved. Look at them, and publish again.',
    )
  if (!isSaved)
    return stopped('Nothing was published, since not all changes could be saved. Publish again once they are.')
  const set = await saver.changeSet()
  const since = saver.saves()
  try {
    const published = await api.publish(set.id, { note, author, urgent, versions: saver.versions() })
    await workspace.load(published.next ?? '')
    if (published.next !== null)
      workspace.notify(`What was saved meanwhile is not live: it is in another change set, “${set.name}”.`)
    return { published }
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    const { conflicts, changes } = failure.reply
    if (Array.isArray(changes)) {
      workspace.adopt(changes as Change[], since)
      return stopped(failure.message)
    }
    if (!Array.isArray(conflicts)) throw failure
    const taken = await workspace.takeLive(true)
    if (taken.conflicts.length > 0) return stopped('')
    return stopped(
      taken.joined.length > 0
        ? 'Joined with what was published meanwhile: look at it, and publish again.'
        : 'Other changes of these files were published meanwhile, and are taken over: look at them, and publish again.',
    )
  }
}

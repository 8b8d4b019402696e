import { useEffect, useState, type ReactNode } from 'react'
import type { ChangeDetail } from '../../../codegen/compiler/service/index.ts'
import type { Description as Described } from '../compiler/protocol.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { describeError } from '../model/workspace.ts'
import { callsOf } from '../model/calls.ts'
import { localesOf } from '../model/texts.ts'
import { widgetsOf } from '../model/vocabulary.ts'
import { Button } from '../ui/ui.tsx'
import { titlesOf } from './differenceWords.ts'
import { contentOf } from './newScreen.ts'
import { staffText } from './staffVoice.ts'
import css from './ChangesView.module.css'

/** Longest note of a publication. */
const NOTE_LENGTH = 500

/** The changes that users will notice; one press copies them into the note. */
export function Description({ onNote }: { onNote: (note: string) => void }): ReactNode {
  const workspace = useWorkspace()
  const checks = useWorkspaceState((state) => state.checks)
  const [described, setDescribed] = useState<Described | null>(null)
  useEffect(() => {
    workspace.compiler.describe().then(
      (result) => {
        // A later check has its own description.
        if (workspace.get().checks === checks) setDescribed(result)
      },
      (error: unknown) => workspace.notify(describeError(error), 'error'),
    )
  }, [workspace, checks])
  const files = useWorkspaceState((state) => state.files)
  const published = useWorkspaceState((state) => state.published)
  const entries = useWorkspaceState((state) => state.entries)
  const english = localesOf(files).en ?? {}
  if (!described || described.changes.length === 0) return null
  const textOf = (route: string): string | undefined => {
    const file = entries.find((entry) => entry.route === route)?.file
    return file === undefined ? undefined : files[file]
  }
  const titleOf = titlesOf(entries)
  const { outdated } = described
  const [widgets, calls] = [widgetsOf(published), callsOf(published)]
  const changes = described.changes.map(({ head, details, name, kind, what }) => {
    const text = textOf(name)
    const plain = (detail: ChangeDetail): string => staffText(detail, { text, english, widgets, titleOf })
    const isNew = kind === 'screen' && what === 'added' && text !== undefined
    return { sentence: plain(head), details: isNew ? contentOf(text, english, calls) : details.map(plain) }
  })
  return (
    <section aria-label="What users will notice" className={css.description}>
      <div className={css.descriptionHead}>
        <h3>What users will notice</h3>
        <Button onClick={() => onNote(noteOf(changes.flatMap(({ sentence, details }) => [sentence, ...details])))}>
          Use as the note
        </Button>
      </div>
      <ul>
        {changes.map(({ sentence, details }) => (
          <li key={sentence}>
            {sentence}
            {details.length > 0 && (
              <ul>
                {details.map((detail) => (
                  <li key={detail}>{detail}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {outdated.length > 0 && (
        <p>
          {outdated
            .map(
              ({ key, languages: { length } }) =>
                `${length} ${length === 1 ? 'language keeps' : 'languages keep'} the old words of “${english[key] ?? key}”.`,
            )
            .join(' ')}
        </p>
      )}
    </section>
  )
}

/** Whole sentences, as many as a note takes. */
export function noteOf(sentences: readonly string[]): string {
  let note = ''
  for (const [index, sentence] of sentences.entries()) {
    const rest = sentences.length - index
    const more = `${note}${note === '' ? '' : ' '}${sentence}`
    const ending = rest > 1 ? ` And ${rest - 1} more.` : ''
    if (more.length + ending.length > NOTE_LENGTH) return `${note} And ${rest} more.`.trim().slice(0, NOTE_LENGTH)
    note = more
  }
  return note
}

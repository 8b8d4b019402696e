import { useRef, type ComponentProps, type ReactNode } from 'react'
import { ISOLATED_ROUTE, type IsolatedContent } from '../compiler/protocol.ts'
import { currentTheme } from '../ui/theme.ts'
import css from './Preview.module.css'
import { Frame } from './Frame.tsx'
import { DEFAULT_SETTINGS, type FrameSettings } from './settings.ts'
import { useDraft, wordsWithoutDraft } from './useDraft.ts'
import { useSpace, type Space } from './useSpace.ts'

const SETTINGS: FrameSettings = { ...DEFAULT_SETTINGS, user: 'verified', data: 'typical' }
const PHONE = { width: 360, height: 640 }

interface Props extends Pick<ComponentProps<typeof Frame>, 'title' | 'onValues' | 'onPick' | 'inView'> {
  isolated: IsolatedContent
  /** The size of the app in px. */
  size?: Space
}

/**
 * A form with sample data, the stories of a widget or the pictures of several, drawn by the app itself on a separate
 * screen.
 */
export function IsolatedPreview({ isolated, size = PHONE, onValues, ...others }: Props): ReactNode {
  const { draft, failure } = useDraft(isolated)
  const stage = useRef<HTMLDivElement>(null)
  const space = useSpace(stage, { width: 360, height: 500 })
  const isSaved = draft?.isolated === isolated
  return (
    <div ref={stage} className={css.isolated} aria-busy={draft !== null && !isSaved}>
      {draft ? (
        <Frame
          // A form keeps what was typed: other sample data, once the draft has it, is another form.
          key={draft.isolated && 'values' in draft.isolated ? JSON.stringify(draft.isolated.values) : 'stories'}
          link={draft.link}
          route={ISOLATED_ROUTE}
          settings={{ ...SETTINGS, ...size, theme: currentTheme() }}
          version={draft.version}
          selecting={others.onPick !== undefined}
          space={space}
          {...(isSaved && onValues && { onValues })}
          {...others}
        />
      ) : (
        <p className={css.empty}>{wordsWithoutDraft('Preparing it …', failure)}</p>
      )}
    </div>
  )
}

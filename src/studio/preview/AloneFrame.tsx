import { useRef, type ReactNode } from 'react'
import { ALONE_ROUTE, type Alone } from '../compiler/protocol.ts'
import { currentTheme } from '../ui/theme.ts'
import css from './Preview.module.css'
import { Frame } from './Frame.tsx'
import { DEFAULT_SETTINGS, type FrameSettings } from './settings.ts'
import { useDraft } from './useDraft.ts'
import { useSpace } from './useSpace.ts'

const SETTINGS: FrameSettings = { ...DEFAULT_SETTINGS, width: 360, height: 640, user: 'verified', data: 'typical' }

/** A form with sample data, or the stories of a widget, drawn by the app itself on a screen of its own. */
export function AloneFrame({
  alone,
  title,
  onValues,
}: {
  alone: Alone
  title: string
  onValues?: (values: string) => void
}): ReactNode {
  const draft = useDraft(alone)
  const stage = useRef<HTMLDivElement>(null)
  const space = useSpace(stage, { width: 360, height: 500 })
  return (
    <div ref={stage} className={css.alone}>
      {draft ? (
        <Frame
          // A form keeps what was typed: other sample data is another form.
          key={'values' in alone ? JSON.stringify(alone.values) : 'stories'}
          link={draft.link}
          route={ALONE_ROUTE}
          settings={{ ...SETTINGS, theme: currentTheme() }}
          version={draft.version}
          selecting={false}
          space={space}
          title={title}
          {...(onValues && { onValues })}
        />
      ) : (
        <p className={css.empty}>Preparing it …</p>
      )}
    </div>
  )
}

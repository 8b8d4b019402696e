import type { ReactNode } from 'react'
import { useWorkspaceState } from '../model/context.tsx'
import { Dialog } from '../ui/ui.tsx'
import { Frame } from './Frame.tsx'
import css from './Preview.module.css'
import type { FrameSettings, ShownScreen } from './settings.ts'
import type { Draft } from './useDraft.ts'

interface Props {
  draft: Draft
  route: string
  settings: FrameSettings
  shown: ShownScreen | undefined
  onClose: () => void
}

const VARIANTS: readonly { label: string; settings: Partial<FrameSettings> }[] = [
  { label: '320 px, English, light', settings: { width: 320, height: 640, lang: 'en', theme: 'light' } },
  { label: '390 px, German, dark', settings: { width: 390, height: 780, lang: 'de', theme: 'dark' } },
  { label: '390 px, Arabic, dark', settings: { width: 390, height: 780, lang: 'ar', theme: 'dark' } },
  {
    label: '390 px, 200 % letters, light',
    settings: { width: 390, height: 780, lang: 'en', theme: 'light', letters: 200 },
  },
]

/** Four frames of the draft side by side. */
export function Compare({ draft, route, settings, shown, onClose }: Props): ReactNode {
  const isChecking = useWorkspaceState((state) => state.checking)
  return (
    <Dialog title="Four frames" wide onClose={onClose}>
      <output className={css.checking}>
        {isChecking && 'The compiler is checking the last change: the frames follow in a moment.'}
      </output>
      <div className={css.compare}>
        {VARIANTS.map(({ label, settings: variant }) => (
          <figure key={label}>
            <Frame
              link={draft.link}
              route={route}
              settings={{ ...settings, ...variant }}
              version={draft.version}
              selecting={false}
              space={{ width: 260, height: 560 }}
              title={label}
              shown={shown}
              typed="read"
            />
            <figcaption>{label}</figcaption>
          </figure>
        ))}
      </div>
    </Dialog>
  )
}

import { useCallback, useEffect, type ReactNode } from 'react'
import type { DialogProps } from '../../generated/widgets/Dialog.ts'
import { lazyComponent } from '../../renderer/lazyComponent.ts'
import { translate } from '../../state/language.ts'
import { showToast, useOverlays, type Overlay } from '../../state/ui.ts'
import { Boundary } from './Boundary.tsx'
import type { PayPasswordBody } from './PayPassword.tsx'
import { useGhostClickGuard } from './useGhostClickGuard.ts'

const Dialog = lazyComponent(() => import('../../widgets/Dialog/Dialog.tsx'))
const Sheet = lazyComponent(() => import('../../widgets/Sheet/Sheet.tsx'))
const PayPassword = lazyComponent(() => import('./PayPassword.tsx'))

export interface SheetBody {
  title?: string
  content: ReactNode
}

type OverlayRenderer = (cover: Overlay) => ReactNode

const renderers: Record<string, OverlayRenderer> = {
  confirm: (cover) => <Dialog {...(cover.body as DialogProps)} onOk={() => cover.close(true)} onRenew={() => cover.close('renew')} onCancel={() => cover.close(false)} />,
  sheet: (cover) => {
    const { title, content } = cover.body as SheetBody
    return (
      <Sheet {...(title !== undefined && { title })} onClose={() => cover.close(null)}>
        {content}
      </Sheet>
    )
  },
  payPassword: (cover) => <PayPassword {...(cover.body as PayPasswordBody)} onDone={(proof) => cover.close(proof)} />,
}

/** Sheets and dialogs that lie over the screen, in the order they were opened. */
export function OverlayHost() {
  const covers = useOverlays()
  useGhostClickGuard(covers.length)
  return covers.map((cover) => <OverlayView key={cover.id} cover={cover} />)
}

function OverlayView({ cover }: { cover: Overlay }) {
  const fallback = useCallback(() => <FailedOverlay cover={cover} />, [cover])
  return <Boundary fallback={fallback}>{renderers[cover.kind]?.(cover)}</Boundary>
}

/** What cannot be shown cannot be answered: it counts as left, and whoever asked goes on. */
function FailedOverlay({ cover }: { cover: Overlay }) {
  useEffect(() => {
    showToast(translate('error.unreachable'), { tone: 'error' })
    cover.close(null)
  }, [cover])
  return null
}

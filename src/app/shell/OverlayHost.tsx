import { useCallback, useEffect, type ReactNode } from 'react'
import type { DialogProps } from '../../generated/widgets/Dialog.ts'
import { lazyComponent } from '../../engine/renderer/nodes/lazyComponent.ts'
import { useClient } from '../../engine/state/client/context.ts'
import type { Overlay } from '../../engine/state/client/ui.ts'
import { useValue } from '../../engine/state/store.ts'
import { Boundary } from './Boundary.tsx'
import type { PayPasswordBody } from './PayPassword.tsx'
import type { StepUpBody } from './StepUp.tsx'
import { useGhostClickGuard } from './hooks/useGhostClickGuard.ts'

const Dialog = lazyComponent(() => import('../../engine/widgets/Dialog/Dialog.tsx'))
const Sheet = lazyComponent(() => import('../../engine/widgets/Sheet/Sheet.tsx'))
const PayPassword = lazyComponent(() => import('./PayPassword.tsx'))
const StepUp = lazyComponent(() => import('./StepUp.tsx'))

export interface SheetBody {
  title?: string
  content: ReactNode
}

type OverlayRenderer = (overlay: Overlay) => ReactNode

const renderers: Record<string, OverlayRenderer> = {
  confirm: (overlay) => (
    <Dialog
      {...(overlay.body as DialogProps)}
      onConfirm={() => overlay.close(true)}
      onRenew={() => overlay.close('restart')}
      onCancel={() => overlay.close(false)}
    />
  ),
  sheet: (overlay) => {
    const { title, content } = overlay.body as SheetBody
    return (
      <Sheet {...(title !== undefined && { title })} onClose={() => overlay.close(null)}>
        {content}
      </Sheet>
    )
  },
  payPassword: (overlay) => (
    <PayPassword {...(overlay.body as PayPasswordBody)} onDone={(proof) => overlay.close(proof)} />
  ),
  stepUp: (overlay) => <StepUp {...(overlay.body as StepUpBody)} onDone={(proof) => overlay.close(proof)} />,
}

/** Open sheets and dialogs over the screen, in the order of opening. */
export function OverlayHost() {
  const overlays = useValue(useClient().ui.overlays)
  useGhostClickGuard(overlays.length)
  return overlays.map((overlay) => <OverlayView key={overlay.id} overlay={overlay} />)
}

function OverlayView({ overlay }: { overlay: Overlay }) {
  const fallback = useCallback(() => <FailedOverlay overlay={overlay} />, [overlay])
  return <Boundary fallback={fallback}>{renderers[overlay.kind]?.(overlay)}</Boundary>
}

/** An overlay that fails to render is resolved as cancelled. */
function FailedOverlay({ overlay }: { overlay: Overlay }) {
  const { ui, language } = useClient()
  useEffect(() => {
    ui.showToast(language.translate('error.unreachable'), { tone: 'error' })
    overlay.close(null)
  }, [overlay, ui, language])
  return null
}

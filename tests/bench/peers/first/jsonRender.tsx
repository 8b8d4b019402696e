import type { Spec } from '@json-render/core'
import { createRoot } from 'react-dom/client'
import '../../../../src/generated/tokens.css'
import JsonRenderForm from '../form/jsonRender.tsx'

declare global {
  /** Data requested by the first lines of the page. */
  var early: { spec: Promise<Spec> }
}

const spec = await early.spec
createRoot(document.body.appendChild(document.createElement('main'))).render(<JsonRenderForm spec={spec} />)

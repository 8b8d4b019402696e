import { createRoot } from 'react-dom/client'
import '../../../../src/generated/tokens.css'
import RjsfForm from '../form/rjsf.tsx'

createRoot(document.body.appendChild(document.createElement('main'))).render(<RjsfForm />)

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './base.css'
import { Studio } from './Studio.tsx'
import { startTheme } from './ui/theme.ts'

startTheme()
const container = document.querySelector('#studio')
if (container)
  createRoot(container).render(
    <StrictMode>
      <Studio />
    </StrictMode>,
  )

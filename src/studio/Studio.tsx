import { useState, type ReactNode } from 'react'
import { readCredentials, storeCredentials, type Credentials } from './api.ts'
import { StudioLayout } from './StudioLayout.tsx'
import { Login } from './Login.tsx'

/** The studio behind its door. */
export function Studio(): ReactNode {
  const [credentials, setCredentials] = useState(readCredentials)
  const change = (next: Credentials | null): void => {
    storeCredentials(next)
    setCredentials(next)
  }
  return credentials ? (
    <StudioLayout key={credentials.key} author={credentials.author} onLeave={() => change(null)} />
  ) : (
    <Login onEnter={change} />
  )
}

import { createContext } from 'react'

/** Notifies the confirming overlay whether the offer has expired. */
export const ExpiryContext = createContext<(over: boolean) => void>(() => {})

import { createContext } from 'react'

/** Whoever asks for a yes is told here whether what is agreed to still holds. */
export const Lapse = createContext<(over: boolean) => void>(() => {})

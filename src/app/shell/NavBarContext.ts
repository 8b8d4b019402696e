import { createContext } from 'react'

/** Whether the node is in the app's bar, where a card does not fit. */
export const NavBarContext = createContext(false)

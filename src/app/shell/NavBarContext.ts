import { createContext } from 'react'

/** Whether the node is in the app's bar, where a card has no room. */
export const NavBarContext = createContext(false)

import type { LucideIcon } from 'lucide-react'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowDownLeft from 'lucide-react/icons/arrow-down-left'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import Award from 'lucide-react/icons/award'
import BadgeCheck from 'lucide-react/icons/badge-check'
import BadgePercent from 'lucide-react/icons/badge-percent'
import Banknote from 'lucide-react/icons/banknote'
import Bell from 'lucide-react/icons/bell'
import BookOpen from 'lucide-react/icons/book-open'
import Calendar from 'lucide-react/icons/calendar'
import Camera from 'lucide-react/icons/camera'
import ChartCandlestick from 'lucide-react/icons/chart-candlestick'
import ChartColumn from 'lucide-react/icons/chart-column'
import ChartLine from 'lucide-react/icons/chart-line'
import ChartPie from 'lucide-react/icons/chart-pie'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import ChevronUp from 'lucide-react/icons/chevron-up'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import Coins from 'lucide-react/icons/coins'
import Copy from 'lucide-react/icons/copy'
import CreditCard from 'lucide-react/icons/credit-card'
import Crown from 'lucide-react/icons/crown'
import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import ExternalLink from 'lucide-react/icons/external-link'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import FileText from 'lucide-react/icons/file-text'
import Gauge from 'lucide-react/icons/gauge'
import Gift from 'lucide-react/icons/gift'
import Globe from 'lucide-react/icons/globe'
import HandCoins from 'lucide-react/icons/hand-coins'
import Headset from 'lucide-react/icons/headset'
import History from 'lucide-react/icons/history'
import House from 'lucide-react/icons/house'
import IdCard from 'lucide-react/icons/id-card'
import Image from 'lucide-react/icons/image'
import ImageOff from 'lucide-react/icons/image-off'
import Inbox from 'lucide-react/icons/inbox'
import Info from 'lucide-react/icons/info'
import KeyRound from 'lucide-react/icons/key-round'
import Landmark from 'lucide-react/icons/landmark'
import Languages from 'lucide-react/icons/languages'
import Layers from 'lucide-react/icons/layers'
import List from 'lucide-react/icons/list'
import ListFilter from 'lucide-react/icons/list-filter'
import Lock from 'lucide-react/icons/lock'
import LogIn from 'lucide-react/icons/log-in'
import LogOut from 'lucide-react/icons/log-out'
import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import Megaphone from 'lucide-react/icons/megaphone'
import MessageCircle from 'lucide-react/icons/message-circle'
import Minus from 'lucide-react/icons/minus'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Newspaper from 'lucide-react/icons/newspaper'
import Palette from 'lucide-react/icons/palette'
import Pause from 'lucide-react/icons/pause'
import Pencil from 'lucide-react/icons/pencil'
import Percent from 'lucide-react/icons/percent'
import Phone from 'lucide-react/icons/phone'
import PiggyBank from 'lucide-react/icons/piggy-bank'
import Play from 'lucide-react/icons/play'
import Plus from 'lucide-react/icons/plus'
import QrCode from 'lucide-react/icons/qr-code'
import ReceiptText from 'lucide-react/icons/receipt-text'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Repeat from 'lucide-react/icons/repeat'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Search from 'lucide-react/icons/search'
import Settings from 'lucide-react/icons/settings'
import Share2 from 'lucide-react/icons/share-2'
import ShieldCheck from 'lucide-react/icons/shield-check'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import Smartphone from 'lucide-react/icons/smartphone'
import Star from 'lucide-react/icons/star'
import Sun from 'lucide-react/icons/sun'
import SunMoon from 'lucide-react/icons/sun-moon'
import Target from 'lucide-react/icons/target'
import Timer from 'lucide-react/icons/timer'
import Trash2 from 'lucide-react/icons/trash-2'
import TrendingDown from 'lucide-react/icons/trending-down'
import TrendingUp from 'lucide-react/icons/trending-up'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Upload from 'lucide-react/icons/upload'
import User from 'lucide-react/icons/user'
import UserPlus from 'lucide-react/icons/user-plus'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import Wallet from 'lucide-react/icons/wallet'
import WifiOff from 'lucide-react/icons/wifi-off'
import X from 'lucide-react/icons/x'
import Zap from 'lucide-react/icons/zap'

/** Every icon a screen may name. One import an icon, so that only these are shipped. */
export const icons = {
  'arrow-down': ArrowDown,
  'arrow-down-left': ArrowDownLeft,
  'arrow-left': ArrowLeft,
  'arrow-left-right': ArrowLeftRight,
  'arrow-right': ArrowRight,
  'arrow-up': ArrowUp,
  'arrow-up-down': ArrowUpDown,
  'arrow-up-right': ArrowUpRight,
  award: Award,
  'badge-check': BadgeCheck,
  'badge-percent': BadgePercent,
  banknote: Banknote,
  bell: Bell,
  'book-open': BookOpen,
  calendar: Calendar,
  camera: Camera,
  'chart-candlestick': ChartCandlestick,
  'chart-column': ChartColumn,
  'chart-line': ChartLine,
  'chart-pie': ChartPie,
  check: Check,
  'chevron-down': ChevronDown,
  'chevron-left': ChevronLeft,
  'chevron-right': ChevronRight,
  'chevron-up': ChevronUp,
  'circle-alert': CircleAlert,
  'circle-check': CircleCheck,
  'circle-question-mark': CircleQuestionMark,
  'circle-x': CircleX,
  clock: Clock,
  coins: Coins,
  copy: Copy,
  'credit-card': CreditCard,
  crown: Crown,
  download: Download,
  ellipsis: Ellipsis,
  'external-link': ExternalLink,
  eye: Eye,
  'eye-off': EyeOff,
  'file-text': FileText,
  gauge: Gauge,
  gift: Gift,
  globe: Globe,
  'hand-coins': HandCoins,
  headset: Headset,
  history: History,
  house: House,
  'id-card': IdCard,
  image: Image,
  'image-off': ImageOff,
  inbox: Inbox,
  info: Info,
  'key-round': KeyRound,
  landmark: Landmark,
  languages: Languages,
  layers: Layers,
  list: List,
  'list-filter': ListFilter,
  lock: Lock,
  'log-in': LogIn,
  'log-out': LogOut,
  mail: Mail,
  'map-pin': MapPin,
  megaphone: Megaphone,
  'message-circle': MessageCircle,
  minus: Minus,
  monitor: Monitor,
  moon: Moon,
  newspaper: Newspaper,
  palette: Palette,
  pause: Pause,
  pencil: Pencil,
  percent: Percent,
  phone: Phone,
  'piggy-bank': PiggyBank,
  play: Play,
  plus: Plus,
  'qr-code': QrCode,
  'receipt-text': ReceiptText,
  'refresh-cw': RefreshCw,
  repeat: Repeat,
  'rotate-ccw': RotateCcw,
  search: Search,
  settings: Settings,
  'share-2': Share2,
  'shield-check': ShieldCheck,
  'sliders-horizontal': SlidersHorizontal,
  smartphone: Smartphone,
  star: Star,
  sun: Sun,
  'sun-moon': SunMoon,
  target: Target,
  timer: Timer,
  'trash-2': Trash2,
  'trending-down': TrendingDown,
  'trending-up': TrendingUp,
  'triangle-alert': TriangleAlert,
  upload: Upload,
  user: User,
  'user-plus': UserPlus,
  'user-round': UserRound,
  users: Users,
  wallet: Wallet,
  'wifi-off': WifiOff,
  x: X,
  zap: Zap,
} satisfies Record<string, LucideIcon>

export type IconName = keyof typeof icons

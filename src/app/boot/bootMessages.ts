export interface BootMessages {
  title: string
  text: string
  retry: string
  home: string
}

/** Error messages for a start without a locale file. */
const MESSAGES: Record<string, BootMessages> = {
  en: { title: 'Something went wrong', text: 'Check your connection and try again.', retry: 'Try again', home: 'Home' },
  'zh-Hans': { title: '出错了', text: '请检查网络连接后重试。', retry: '重试', home: '首页' },
  'zh-Hant': { title: '發生錯誤', text: '請檢查網路連線後再試一次。', retry: '重試', home: '首頁' },
  ja: {
    title: '問題が発生しました',
    text: '接続を確認して、もう一度お試しください。',
    retry: '再試行',
    home: 'ホーム',
  },
  ko: { title: '문제가 발생했습니다', text: '연결을 확인한 후 다시 시도하세요.', retry: '다시 시도', home: '홈' },
  de: {
    title: 'Etwas ist schiefgelaufen',
    text: 'Prüfe deine Verbindung und versuche es erneut.',
    retry: 'Erneut versuchen',
    home: 'Startseite',
  },
  fr: {
    title: 'Une erreur est survenue',
    text: 'Vérifiez votre connexion et réessayez.',
    retry: 'Réessayer',
    home: 'Accueil',
  },
  es: {
    title: 'Algo ha fallado',
    text: 'Comprueba tu conexión e inténtalo de nuevo.',
    retry: 'Reintentar',
    home: 'Inicio',
  },
  pt: {
    title: 'Algo deu errado',
    text: 'Verifique sua conexão e tente novamente.',
    retry: 'Tentar novamente',
    home: 'Início',
  },
  ar: { title: 'حدث خطأ ما', text: 'تحقق من اتصالك وحاول مرة أخرى.', retry: 'إعادة المحاولة', home: 'الرئيسية' },
}
const EN = MESSAGES.en as BootMessages

/** Returns the messages in a language, in English where there are none. */
export function bootMessages(lang: string): BootMessages {
  return (Object.hasOwn(MESSAGES, lang) && MESSAGES[lang]) || EN
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/MicroMessenger\/(\d+)/, 'WeChat'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/Chrome\/(\d+)/, 'Chrome'],
  [/Version\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari/, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** A readable user agent: «Chrome 126 · Windows». An unknown one stays unchanged. */
export function deviceWords(agent: string): string {
  const browser = BROWSERS.flatMap(([sign, name]) => {
    const version = sign.exec(agent)?.[1];
    return version ? [`${name} ${version}`] : [];
  })[0];
  const system = SYSTEMS.find(([sign]) => sign.test(agent))?.[1];
  const said = [browser, system].filter(Boolean).join(' · ');
  return said || agent.slice(0, 60);
}

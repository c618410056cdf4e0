/**
 * Copies text. The modern API exists only on secure origins; company consoles are often opened over plain http, so the old one
 * is the fallback.
 */
export async function writeClipboard(value: string): Promise<void> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(value);
      return;
    } catch {
      // Refused by the browser (no focus, a policy): the old API may still be allowed.
    }
  }
  const area = document.createElement('textarea');
  area.value = value;
  area.setAttribute('readonly', '');
  area.style.cssText = 'position:fixed;opacity:0;inset:0 auto auto 0';
  const before = document.activeElement;
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  if (!copied) throw new Error('The browser refused to copy');
}

/** The toasts. A separate store, because the HTTP client uses it before React runs. */

export type ToastLevel = 'success' | 'info' | 'warning' | 'error';
/** Where a message leads, or what it offers to do. */
export type ToastLink = { readonly label: string } & ({ readonly to: string } | { readonly onPick: () => void });
export type Toast = {
  readonly id: number;
  readonly level: ToastLevel;
  readonly message: string;
  readonly link?: ToastLink;
};

const LIVES_MS: Record<ToastLevel, number> = { success: 3000, info: 4000, warning: 5000, error: 6000 };
/** A toast with a link stays longer. */
const WITH_LINK_MS = 8000;

export class Toasts {
  private shown: readonly Toast[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly timers = new Map<number, ReturnType<typeof setTimeout>>();
  private nextId = 1;
  private max: number;

  constructor(max: number) {
    this.max = max;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): readonly Toast[] => this.shown;

  /** The configured maximum of visible messages; the oldest are removed. */
  setMax(max: number): void {
    if (Number.isInteger(max) && max >= 1) this.max = max;
    this.trim();
  }

  show(level: ToastLevel, message: string, link?: ToastLink): void {
    const same = this.shown.find((toast) => toast.level === level && toast.message === message && !toast.link && !link);
    if (same) {
      this.hold(same.id);
      this.release(same.id);
      return;
    }
    const toast: Toast = { id: this.nextId, level, message, ...(link ? { link } : {}) };
    this.nextId += 1;
    this.shown = [...this.shown, toast];
    this.trim();
    this.release(toast.id);
    this.tell();
  }

  close(id: number): void {
    this.hold(id);
    this.shown = this.shown.filter((toast) => toast.id !== id);
    this.tell();
  }

  /** It stays while the pointer is over it. */
  hold(id: number): void {
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
  }

  release(id: number): void {
    const toast = this.shown.find((each) => each.id === id);
    if (!toast) return;
    this.hold(id);
    const lives = toast.link ? WITH_LINK_MS : LIVES_MS[toast.level];
    this.timers.set(
      id,
      setTimeout(() => this.close(id), lives),
    );
  }

  private trim() {
    while (this.shown.length > this.max) {
      this.hold(this.shown[0]!.id);
      this.shown = this.shown.slice(1);
    }
    this.tell();
  }

  private tell() {
    for (const listener of this.listeners) listener();
  }
}

/** The default until the site's setting is read. */
export const DEFAULT_MAX_TOASTS = 3;
export const toasts = new Toasts(DEFAULT_MAX_TOASTS);

export const toast = {
  success: (message: string, link?: ToastLink) => toasts.show('success', message, link),
  info: (message: string, link?: ToastLink) => toasts.show('info', message, link),
  warning: (message: string, link?: ToastLink) => toasts.show('warning', message, link),
  error: (message: string, link?: ToastLink) => toasts.show('error', message, link),
};

import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useLayoutEffect, useRef } from 'react';
import type { Me } from './signedIn.ts';
import { useSite } from './site.ts';
import ViewBanner from './ViewBanner.tsx';

const MAINTENANCE = text('平台维护', 'Maintenance');

/** Banners above every screen; `--banners` holds their height for elements that fill the window. */
export default function Banners({ me }: { me: Me | undefined }) {
  const t = useText();
  const notice = useSite((site) => t(site.maintenanceNotice));
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) =>
      style.setProperty('--banners', `${entry?.target.clientHeight ?? 0}px`),
    );
    if (root.current) observer.observe(root.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--banners');
    };
  }, []);
  return (
    <div ref={root}>
      {me?.isViewing ? <ViewBanner me={me} /> : null}
      {notice ? (
        <div className="view-banner" role="status">
          <b>{t(MAINTENANCE)}</b>
          <span>{notice}</span>
        </div>
      ) : null}
    </div>
  );
}

import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useSite } from './site.ts';

const TITLE = text('平台维护', 'Maintenance');

/** What the platform says over every screen while it is being worked on. */
export default function MaintenanceLine() {
  const t = useText();
  const notice = useSite((site) => site.maintenanceNotice);
  return (
    <div className="view-banner" role="status">
      <b>{t(TITLE)}</b>
      <span>{t(notice)}</span>
    </div>
  );
}

import { useText } from '@cardinal/ui/language.tsx';
import { usePlace } from '../shell/screenContext.ts';
import { type DetailTab, DetailTabs } from './DetailTabs.tsx';
import { InTab } from './inTab.ts';
import './tabbedScreen.css';

/** A screen in parts: its title, its tabs, and the open part, whose list says its own name only to those who listen. */
export function TabbedScreen(props: { tabs: readonly DetailTab[] }) {
  const t = useText();
  const title = t(usePlace().match.route.title);
  return (
    <div className="tabbed-screen">
      <h1>{title}</h1>
      <InTab value={true}>
        <DetailTabs label={title} tabs={props.tabs} />
      </InTab>
    </div>
  );
}

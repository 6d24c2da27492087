// The one door through which HTML enters the page.
import DOMPurify from "dompurify";

const TAGS = ["a", "b", "blockquote", "br", "code", "del", "em", "hr", "i", "li", "ol", "p", "pre"]
  .concat(["s", "span", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul"]);

export function sanitize(html: string): DocumentFragment {
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ["href", "rel", "target", "class", "align"],
    ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
    // Values of these are no addresses, and are not to be measured as such.
    ADD_URI_SAFE_ATTR: ["rel", "target", "align"],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}

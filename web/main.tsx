import { render } from "preact";

function App() {
  return <main>Parley</main>;
}

render(<App />, document.getElementById("app")!);

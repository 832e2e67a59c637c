"use strict";

const cards = [...document.querySelectorAll(".card")];

// Live regions speak whenever they are written, so nothing is written twice.
const written = new WeakMap();

function put(element, text) {
    if (!element || written.get(element) === text) return;
    written.set(element, text);
    element.textContent = text;
}

// Each line is an element of its own, so that a narrow window does not mix up lines. All of it is text, never markup.
function putLines(element, text) {
    if (written.get(element) === text) return;
    written.set(element, text);
    element.replaceChildren(...text.trim().split("\n").map((line) => {
        const place = document.createElement("span");
        place.textContent = line;
        return place;
    }));
}

function problem(text) {
    const box = document.getElementById("problem");
    put(box, text);
    box.hidden = text === "";
}

function showOpening(card) {
    const place = card.querySelector(".outcome");
    place.className = "outcome";
    putLines(place, "Opening …");
    card.querySelector("button").disabled = true;
}

function showEnd(card, { exit, printed }) {
    const place = card.querySelector(".outcome");
    card.querySelector("button").disabled = false;
    place.className = "outcome " + (exit === 0 ? "good" : "bad");
    putLines(place, printed.trim() || "Ended with " + exit + ".");
}

function show(state) {
    for (const card of cards) {
        const now = state.cards[card.dataset.id];
        if (now.isRunning) showOpening(card);
        else if (now.exit !== null) showEnd(card, now);
        put(card.querySelector(".callback"), now.callback || "None yet.");
        if (now.consent) putLines(card.querySelector(".words"), now.consent);
        if (now.wasShown) put(card.querySelector("h4"), "What the script was asked");
    }
    for (const [coin, text] of Object.entries(state.balances)) {
        put(document.getElementById("balance-" + coin), text);
    }
}

async function look() {
    try {
        const answer = await fetch("state");
        if (!answer.ok) throw new Error(String(answer.status));
        show(await answer.json());
        problem("");
    } catch {
        problem("The command that serves this page does not answer. It may have ended.");
    }
    setTimeout(look, 700);
}

for (const card of cards) {
    card.querySelector("button").addEventListener("click", async () => {
        const answer = await fetch("open/" + card.dataset.id, { method: "POST" }).catch(() => null);
        if (answer && answer.ok) showOpening(card);
        else problem("The link was not opened" + (answer ? " (" + answer.status + ")." : "."));
    });
}
look();

(* A-5.0: causal rows add up, the first token sees itself alone, and later tokens do not count. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Gnomonic Spheres.
Open Scope R_scope.

Section Row.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (up_to : Token -> Token -> R) (h : R).
Hypothesis ET : enumerates tokens.
Hypothesis Ind : indicator up_to.
Hypothesis Self : forall i, up_to i i = 1.
Hypothesis Height : 1 <= h.
Context (P : S -> S).
Definition e (z : Token -> S) i j := exp (inner (z i) (P (z j))).
Definition Z z i := total tokens (fun k => up_to i k * e z i k).
Definition alpha z i j := 1 / h * (e z i j / Z z i).
Definition pull z i := vtotal tokens (fun j => vscale (up_to i j) (vscale (alpha z i j) (z j))).
Lemma seen_nonneg i j : 0 <= up_to i j. Proof. destruct (Ind i j) as [-> | ->]; lra. Qed.
Lemma term_nonneg z i j : 0 <= up_to i j * e z i j.
Proof. apply Rmult_le_pos; [apply seen_nonneg | left; apply exp_pos]. Qed.
Lemma Z_positive z i : 0 < Z z i.
Proof.
  apply (total_one_positive tokens _ i ET); [intro; apply term_nonneg|]. rewrite Self. assert (0 < e z i i) by apply exp_pos. lra.
Qed.
Lemma row_sum z i : total tokens (fun j => up_to i j * alpha z i j) = 1 / h.
Proof.
  assert (N := Z_positive z i). unfold alpha. transitivity (1 / h * / Z z i * total tokens (fun j => up_to i j * e z i j)).
  - rewrite <- total_scale. apply total_ext. intro j. unfold Rdiv. ring.
  - fold (Z z i). field. lra.
Qed.
Lemma seen_weight z i j : 0 <= up_to i j * alpha z i j <= 1.
Proof.
  assert (N := Z_positive z i). assert (T := term_nonneg z i j).
  assert (L := total_at_least tokens (fun k => up_to i k * e z i k) j (proj2 (proj2 ET) j) (term_nonneg z i)).
  cbv beta in L. fold (Z z i) in L. assert (H : 0 < / h <= 1).
  { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
  assert (Q : 0 <= up_to i j * e z i j / Z z i <= 1).
  { split; [apply Rdiv_le_0_compat; lra|]. apply Rmult_le_reg_r with (Z z i); [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  replace (up_to i j * alpha z i j) with (/ h * (up_to i j * e z i j / Z z i)) by (unfold alpha; field; split; lra).
  split; [apply Rmult_le_pos; lra|]. rewrite <- (Rmult_1_l 1). apply Rmult_le_compat; lra.
Qed.
Lemma pull_plain z i : pull z i = vtotal tokens (fun j => vscale (up_to i j * alpha z i j) (z j)).
Proof.
  apply inner_ext. intro w. unfold pull. rewrite !inner_vtotal_l. apply total_ext. intro j. rewrite vscale_vscale. reflexivity.
Qed.
Lemma lower p z i j : (forall k, inner (z k) (z k) = 1) -> (forall x, vnorm (P x) <= p * vnorm x) ->
  1 / h / (total tokens (fun k => up_to i k * 1) * exp (2 * p)) <= alpha z i j.
Proof.
  intros Un Near. assert (N := Z_positive z i). assert (One : forall k, vnorm (z k) = 1) by (intro; apply vnorm_unit, Un).
  assert (Score : forall k l, - p <= inner (z k) (P (z l)) <= p).
  { intros k l. assert (K := inner_le_vnorm (z k) (P (z l))). assert (B := Near (z l)).
    rewrite One in K, B. apply Rabs_le_between. lra. }
  set (c := total tokens (fun k => up_to i k * 1)). assert (C : 0 < c).
  { apply (total_one_positive tokens _ i ET); [intro; assert (Q := seen_nonneg i k); lra | rewrite Self; lra]. }
  assert (Up : Z z i <= c * exp p).
  { unfold Z, c. rewrite <- total_scale_r. apply total_le. intro k. rewrite Rmult_assoc, Rmult_1_l.
    apply Rmult_le_compat_l; [apply seen_nonneg|]. apply exp_le, Score. }
  assert (Low : exp (- p) <= e z i j) by (apply exp_le, Score).
  assert (E2 : exp (2 * p) = exp p * exp p) by (rewrite <- exp_plus; f_equal; ring).
  assert (E0 : exp p * exp (- p) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  assert (Ep := exp_pos p). assert (Em := exp_pos (- p)). rewrite E2.
  unfold alpha. assert (I : 0 < / h) by (apply Rinv_0_lt_compat; lra).
  replace (1 / h / (c * (exp p * exp p))) with (/ h * (exp (- p) / (c * exp p))).
  2:{ replace (exp (- p)) with (/ exp p); [field; lra|]. apply Rmult_eq_reg_l with (exp p); [|lra].
      rewrite E0. apply Rinv_r. lra. }
  unfold Rdiv at 2. rewrite Rmult_1_l. apply Rmult_le_compat_l; [lra|].
  apply Rmult_le_compat; [lra | left; apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra | exact Low|]. apply Rinv_le_contravar; lra.
Qed.
Lemma blind_to (z x : Token -> S) k : z k = x k -> (forall j, up_to k j = 1 -> z j = x j) ->
  vsub (pull z k) (vscale (inner (z k) (pull z k)) (z k)) = vsub (pull x k) (vscale (inner (x k) (pull x k)) (x k)).
Proof.
  intros Ek E. assert (Ez : Z z k = Z x k).
  { apply total_ext. intro j. destruct (Ind k j) as [O|O]; rewrite O; [ring|]. unfold e. rewrite Ek, (E j O). reflexivity. }
  assert (Ep : pull z k = pull x k).
  { apply inner_ext. intro w. unfold pull. rewrite !inner_vtotal_l. apply total_ext. intro j.
    rewrite !inner_scale_l. destruct (Ind k j) as [O|O]; rewrite O; [ring|].
    unfold alpha, e. rewrite Ez, Ek, (E j O). reflexivity. }
  rewrite Ep, Ek. reflexivity.
Qed.
End Row.

Section Causal.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (up_to before same : Token -> Token -> R) (d : R)
  (P : R -> S -> S) (y : R -> Token -> S) (token1 : Token).
Let h := sqrt d.
Hypotheses (Flow : forall t i, 0 <= t -> is_vderive (fun s => y s i) t
    (vsub (pull tokens up_to h (P t) (y t) i) (vscale (inner (y t i) (pull tokens up_to h (P t) (y t) i)) (y t i))))
  (Start : forall i, inner (y 0 i) (y 0 i) = 1) (ET : enumerates tokens) (D : 1 <= d) (Ind : indicator up_to) (Self : forall i, up_to i i = 1).
Let Height : 1 <= h. Proof. unfold h. rewrite <- sqrt_1. apply sqrt_le_1_alt, D. Qed.
Let Zn t z i : Z tokens up_to (P t) z i <> 0. Proof. apply Rgt_not_eq, (Z_positive tokens up_to ET Ind Self (P t)). Qed.
Lemma rows t : 0 <= t -> forall i, (forall j : Token, Z tokens up_to (P t) (y t) i <> 0) /\
  total tokens (fun j => up_to i j * alpha tokens up_to (sqrt d) (P t) (y t) i j) = 1 / sqrt d.
Proof. intros T i. split; [intros _; apply Zn | exact (row_sum tokens up_to h ET Ind Self Height (P t) (y t) i)]. Qed.
Lemma blind t : 0 <= t -> (forall i j, before i j = 1 <-> up_to i j = 1 /\ i <> j) -> ordered up_to ->
  forall z x k, (forall j, ~ before j k = 1 -> z j = x j) ->
  (forall j : Token, Z tokens up_to (P t) z k <> 0) /\ (forall j : Token, Z tokens up_to (P t) x k <> 0) /\
  vsub (pull tokens up_to (sqrt d) (P t) z k) (vscale (inner (z k) (pull tokens up_to (sqrt d) (P t) z k)) (z k)) =
  vsub (pull tokens up_to (sqrt d) (P t) x k) (vscale (inner (x k) (pull tokens up_to (sqrt d) (P t) x k)) (x k)).
Proof.
  intros _ Strict [_ [_ [Anti _]]] z x k E. split; [intros _; apply Zn|]. split; [intros _; apply Zn|].
  apply (blind_to tokens up_to h Ind (P t) z x k).
  - apply E. intro B. apply Strict in B. destruct B as [_ N]. auto.
  - intros j O. apply E. intro B. apply Strict in B. destruct B as [B N]. auto.
Qed.
Let Unit t i : 0 <= t -> inner (y t i) (y t i) = 1.
Proof.
  revert t i. apply (weighted_flow_stays_unit tokens (fun t i j => up_to i j * alpha tokens up_to h (P t) (y t) i j) y 1
    (proj2 (proj2 ET))); auto.
  - intros t i T. eapply vderive_eq; [exact (Flow t i T)|]. rewrite (pull_plain tokens up_to h (P t)). reflexivity.
  - intros t i j _. assert (Q := seen_weight tokens up_to h ET Ind Self Height (P t) (y t) i j). rewrite Rabs_right; lra.
Qed.
Lemma on_sphere t : 0 <= t -> forall i, sqrt (inner (y t i) (y t i)) = 1.
Proof. intros T i. rewrite Unit by exact T. apply sqrt_1. Qed.
Lemma bounded p : 0 <= p -> forall t, 0 <= t -> (forall x, sqrt (inner (P t x) (P t x)) <= p * sqrt (inner x x)) ->
  forall i j, ~ before j i = 1 -> Z tokens up_to (P t) (y t) i <> 0 /\ total tokens (fun k => up_to i k * 1) * exp (2 * p) <> 0 /\
  1 / sqrt d / (total tokens (fun k => up_to i k * 1) * exp (2 * p)) <= alpha tokens up_to (sqrt d) (P t) (y t) i j.
Proof.
  intros _ t T Near i j _. split; [apply Zn|]. split; [|exact (lower tokens up_to h ET Ind Self Height (P t) p (y t) i j (fun k => Unit t k T) Near)].
  apply Rgt_not_eq, Rmult_lt_0_compat; [|apply exp_pos]. apply (total_one_positive tokens _ i ET); [|rewrite Self; lra].
  intro k. destruct (Ind i k) as [O|O]; rewrite O; lra.
Qed.
Lemma first_rests z : y 0 token1 = z -> kronecker same -> (forall i j, up_to i j = before i j + same i j) -> (forall j, before token1 j = 0) ->
  forall t, 0 <= t -> y t token1 = z.
Proof.
  intros <- Kr Split First t T. assert (Rest : forall s, 0 <= s -> vnorm (vsub (pull tokens up_to h (P s) (y s) token1)
    (vscale (inner (y s token1) (pull tokens up_to h (P s) (y s) token1)) (y s token1))) <= 0).
  { intros s Hs. set (q := y s token1). assert (E : pull tokens up_to h (P s) (y s) token1 = vscale (1 / h) q).
    { rewrite (pull_plain tokens up_to h (P s)). apply inner_ext. intro w. rewrite inner_vtotal_l, inner_scale_l.
      assert (Own : forall j, up_to token1 j = same token1 j) by (intro; rewrite Split, First; ring).
      set (al := alpha tokens up_to h (P s) (y s) token1).
      assert (One : forall f, total tokens (fun j => up_to token1 j * f j) = f token1).
      { intro f. rewrite <- (kronecker_total tokens same token1 f Kr ET). apply total_ext. intro j. rewrite Own. reflexivity. }
      assert (R := row_sum tokens up_to h ET Ind Self Height (P s) (y s) token1). fold al in R.
      rewrite (One al) in R. rewrite <- R. unfold q. rewrite <- (One (fun j => al j * inner (y s j) w)). apply total_ext. intro j.
      rewrite inner_scale_l. ring. }
    rewrite E. replace (vsub (vscale (1 / h) q) (vscale (inner q (vscale (1 / h) q)) q)) with (@vzero S).
    - unfold vnorm. rewrite inner_zero_l, sqrt_0. lra.
    - apply inner_ext. intro w. unfold vsub. rewrite inner_zero_l, inner_scale_r.
      repeat (rewrite inner_add_l || rewrite inner_scale_l). unfold q at 2 3. rewrite (Unit s token1 Hs). ring. }
  assert (K := travel (fun t => y t token1) _ 0 (fun s Hs => Flow s token1 Hs) Rest 0 t (conj (Rle_refl 0) T)).
  rewrite Rmult_0_l in K. apply inner_ext. intro w. assert (V : vsub (y t token1) (y 0 token1) = vzero).
  { apply inner_definite. rewrite <- vnorm_square. assert (N := vnorm_nonneg (vsub (y t token1) (y 0 token1))).
    replace (vnorm (vsub (y t token1) (y 0 token1))) with 0 by lra. ring. }
  assert (G := f_equal (fun v => inner v w) V). cbv beta in G. unfold vsub in G.
  rewrite inner_add_l, inner_scale_l, inner_zero_l in G. lra.
Qed.
End Causal.

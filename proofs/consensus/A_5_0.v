(* A-5.0: causal rows add up, the first token sees itself alone, and later tokens do not count. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Inferences Gnomonic Spheres.
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
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (up_to before : Token -> Token -> R) (d : R)
  (P : R -> S -> S) (y : R -> Token -> S) (token1 : Token).
Let h := sqrt d.
Hypotheses (Flow : forall t i, 0 <= t -> is_vderive (fun s => y s i) t
    (vsub (pull tokens up_to h (P t) (y t) i) (vscale (inner (y t i) (pull tokens up_to h (P t) (y t) i)) (y t i))))
  (Start : forall i, inner (y 0 i) (y 0 i) = 1) (ET : enumerates tokens) (D : 1 <= d) (Ind : indicator up_to) (Self : forall i, up_to i i = 1).
Let Height : 1 <= h. Proof. unfold h. rewrite <- sqrt_1. apply sqrt_le_1_alt, D. Qed.
Let Zn t z i : Z tokens up_to (P t) z i <> 0. Proof. apply Rgt_not_eq, (Z_positive tokens up_to ET Ind Self (P t)). Qed.
Lemma rows t : (forall (x : Token -> S) t, 0 <= t -> forall i, total tokens (fun j => up_to i j * alpha tokens up_to (sqrt d) (P t) x i j) = 1 / sqrt d) ->
  0 <= t -> forall i, (forall j : Token, Z tokens up_to (P t) (y t) i <> 0) /\
  total tokens (fun j => up_to i j * alpha tokens up_to (sqrt d) (P t) (y t) i j) = 1 / sqrt d.
Proof. intros Row T i. split; [intros _; apply Zn | apply Row, T]. Qed.
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
Lemma bounded p P_T : (forall t, 0 <= t -> adjoint (P t) (P_T t)) -> (forall q (x : Token -> S) t, 0 <= t -> 0 < q -> forall i j,
    (forall k, exp (inner (P_T t (x i)) (x k)) <= q * exp (inner (P_T t (x i)) (x j))) ->
    1 / sqrt d <= alpha tokens up_to (sqrt d) (P t) x i j * total tokens (fun k => up_to i k * q)) ->
  0 <= p -> forall t, 0 <= t -> (forall x, sqrt (inner (P t x) (P t x)) <= p * sqrt (inner x x)) ->
  forall i j, ~ before j i = 1 -> Z tokens up_to (P t) (y t) i <> 0 /\ total tokens (fun k => up_to i k * 1) * exp (2 * p) <> 0 /\
  1 / sqrt d / (total tokens (fun k => up_to i k * 1) * exp (2 * p)) <= alpha tokens up_to (sqrt d) (P t) (y t) i j.
Proof.
  intros AP Least _ t T Near i j _. split; [apply Zn|].
  assert (C : 0 < total tokens (fun k => up_to i k * 1) * exp (2 * p)).
  { apply Rmult_lt_0_compat; [|apply exp_pos]. apply (total_one_positive tokens _ i ET); [|rewrite Self; lra].
    intro k. destruct (Ind i k) as [O|O]; rewrite O; lra. }
  split; [apply Rgt_not_eq, C|]. apply Rmult_le_reg_r with (1 := C). unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  eapply Rle_trans; [apply (Least (exp (2 * p)) (y t) t T (exp_pos _) i j) | right; f_equal; rewrite <- total_scale_r; apply total_ext; intro; ring].
  assert (Score : forall k, - p <= inner (P_T t (y t i)) (y t k) <= p).
  { intro k. rewrite (adjoint_sym _ _ (AP t T)). assert (K := inner_le_vnorm (y t i) (P t (y t k))). assert (B := Near (y t k)).
    fold (vnorm (P t (y t k))) (vnorm (y t k)) in B. rewrite (vnorm_unit _ (Unit t i T)) in K. rewrite (vnorm_unit _ (Unit t k T)) in B.
    apply Rabs_le_between. lra. }
  intro k. rewrite <- exp_plus. apply exp_le. assert (A := Score j). assert (B := Score k). lra.
Qed.
Lemma first_rests z : (forall t, 0 <= t -> (forall i, inner (y t i) (y t i) = 1) -> (forall i j, inner (y t i) (y t j) <= 1) ->
    is_vderive (fun s => y s token1) t vzero) -> y 0 token1 = z -> forall t, 0 <= t -> y t token1 = z.
Proof.
  intros Rests <- t T. apply inner_ext. intro w. apply (conserved (fun s => inner (y s token1) w)); [reflexivity | | exact T]. intros s Hs.
  replace 0 with (inner vzero w + inner (y s token1) vzero) by (rewrite (inner_sym _ _ vzero), !inner_zero_l; ring).
  apply (derive_inner (fun s => y s token1) (fun _ => w)); [|apply vderive_const].
  apply Rests; [exact Hs | intro; apply Unit, Hs | intros; apply unit_inner; apply Unit, Hs].
Qed.
End Causal.

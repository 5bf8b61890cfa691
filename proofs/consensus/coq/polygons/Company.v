(* A token among others that gather at v, with softmax weights of bounded scores that vary in time:
   exactly one start of it leads to -v, and its solution exists; all other starts lead to v. *)
From Coq Require Import Reals Lra Lia List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Intervals Drawn DrawnNear.
From Kernel Require Import Trapped Existence.
Open Scope R_scope.

Section Company.
Context {S : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head)
  (seen : Token -> R) (c : R).
Hypothesis Ht : enumerates tokens.
Hypothesis Hh : enumerates heads.
Hypothesis Seen : forall j, seen j = 0 \/ seen j = 1.
Hypothesis C : 0 < c.

(* The weight of token j for a token at x that sees those of `seen` and itself, times a factor c. *)
Definition row (Q : Head -> S -> S) (Z : Token -> S) (x : S) (a : Head) : R :=
  total tokens (fun i => seen i * exp (inner x (Q a (Z i)))) + exp (inner x (Q a x)).
Definition weight (Q : Head -> S -> S) (Z : Token -> S) (x : S) (j : Token) : R :=
  seen j * (c * total heads (fun a => exp (inner x (Q a (Z j))) / row Q Z x a)).
Let M := c * size heads.
Let M0 : 0 <= M.
Proof. apply Rmult_le_pos; [lra | apply total_nonneg; intro; lra]. Qed.
Lemma seen_nonneg j : 0 <= seen j.
Proof. destruct (Seen j) as [-> | ->]; lra. Qed.
Lemma row_positive Q Z x a : 0 < row Q Z x a.
Proof.
  unfold row. assert (P := exp_pos (inner x (Q a x))).
  assert (0 <= total tokens (fun i => seen i * exp (inner x (Q a (Z i))))); [|lra].
  apply total_nonneg. intro i. apply Rmult_le_pos; [apply seen_nonneg | left; apply exp_pos].
Qed.
Lemma share_bounds Q Z x a j : seen j = 1 -> 0 <= exp (inner x (Q a (Z j))) / row Q Z x a <= 1.
Proof.
  intros E. assert (P := row_positive Q Z x a). split; [left; apply Rdiv_lt_0_compat; auto using exp_pos|].
  apply Rmult_le_reg_r with (row Q Z x a); [auto|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
  rewrite Rmult_1_r, Rmult_1_l. unfold row. assert (P2 := exp_pos (inner x (Q a x))).
  assert (T := total_at_least tokens (fun i => seen i * exp (inner x (Q a (Z i)))) j).
  cbv beta in T. rewrite E, Rmult_1_l in T. apply Rle_trans with (total tokens
    (fun i => seen i * exp (inner x (Q a (Z i))))); [|lra].
  apply T; [apply Ht|]. intro i. apply Rmult_le_pos; [apply seen_nonneg | left; apply exp_pos].
Qed.
Lemma weight_bounds Q Z x j : 0 <= weight Q Z x j <= M.
Proof.
  unfold weight. destruct (Seen j) as [E|E]; rewrite E; [lra|]. rewrite Rmult_1_l. unfold M, size.
  split.
  - apply Rmult_le_pos; [lra|]. apply total_nonneg. intro a. apply share_bounds, E.
  - apply Rmult_le_compat_l; [lra|]. apply total_le. intro a. apply share_bounds, E.
Qed.
Lemma weight_near Q Q' Z Z' x x' d j : 0 <= d ->
  (forall a i, Rabs (inner x (Q a (Z i)) - inner x' (Q' a (Z' i))) <= d) ->
  (forall a, Rabs (inner x (Q a x) - inner x' (Q' a x')) <= d) ->
  Rabs (weight Q Z x j - weight Q' Z' x' j) <= c * (size heads * (2 * d)).
Proof.
  intros D Others Own. assert (N : 0 <= c * (size heads * (2 * d))).
  { apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [apply total_nonneg; intro; lra | lra]. }
  unfold weight. destruct (Seen j) as [E|E]; rewrite E.
  { rewrite !Rmult_0_l, Rminus_0_r, Rabs_R0. exact N. }
  rewrite !Rmult_1_l, <- Rmult_minus_distr_l, Rabs_mult, (Rabs_right c) by lra.
  apply Rmult_le_compat_l; [lra|].
  replace (_ - _) with (total heads (fun a => exp (inner x (Q a (Z j))) / row Q Z x a
    + -1 * (exp (inner x' (Q' a (Z' j))) / row Q' Z' x' a))) by (rewrite total_add, total_scale; ring).
  apply total_abs. intro a. specialize (Own a). specialize (Others a).
  assert (Fall : forall q1 q2 z1 z2 o1 o2, (forall i, Rabs (q1 i - q2 i) <= d) -> Rabs (o1 - o2) <= d ->
    Rabs (z1 - z2) <= d ->
    exp z1 / (total tokens (fun i => seen i * exp (q1 i)) + exp o1) <= 1 ->
    exp z1 / (total tokens (fun i => seen i * exp (q1 i)) + exp o1)
    - exp z2 / (total tokens (fun i => seen i * exp (q2 i)) + exp o2) <= 2 * d).
  { intros q1 q2 z1 z2 o1 o2 Hq Ho Hz One. apply softmax_falls; auto.
    - apply seen_nonneg.
    - intro i. specialize (Hq i). apply Rabs_le_between in Hq. lra.
    - apply Rabs_le_between in Ho. lra.
    - apply Rabs_le_between in Hz. lra. }
  assert (S1 := share_bounds Q Z x a j E). assert (S2 := share_bounds Q' Z' x' a j E).
  assert (F1 := Fall _ _ _ _ _ _ Others Own (Others j) (proj2 S1)).
  assert (F2 := Fall (fun i => inner x' (Q' a (Z' i))) (fun i => inner x (Q a (Z i)))
    (inner x' (Q' a (Z' j))) (inner x (Q a (Z j))) (inner x' (Q' a x')) (inner x (Q a x))).
  cbv beta in F2. fold (row Q Z x a) (row Q' Z' x' a) in F1, F2. unfold row in F2.
  apply Rabs_le. split; unfold row in *.
  - assert (F2' := F2 ltac:(intro i; rewrite Rabs_minus_sym; apply Others)
      ltac:(rewrite Rabs_minus_sym; exact Own) ltac:(rewrite Rabs_minus_sym; apply Others) (proj2 S2)). lra.
  - lra.
Qed.
(* Only the tokens that are seen matter. *)
Lemma weight_seen Q Z Z' x j : (forall i, seen i = 1 -> Z i = Z' i) -> weight Q Z x j = weight Q Z' x j.
Proof.
  intros H. unfold weight. destruct (Seen j) as [E|E]; rewrite E; [ring|]. f_equal. f_equal.
  apply total_ext. intro a. rewrite (H j E). f_equal. unfold row. f_equal. apply total_ext. intro i.
  destruct (Seen i) as [F|F]; rewrite F; [ring | rewrite (H i F); reflexivity].
Qed.
Lemma drawn_seen Q Z Z' x : (forall i, seen i = 1 -> Z i = Z' i) ->
  drawn tokens (weight Q Z x) Z x = drawn tokens (weight Q Z' x) Z' x.
Proof.
  intros H. assert (E : sum_drawn tokens (weight Q Z x) Z = sum_drawn tokens (weight Q Z' x) Z').
  { apply inner_ext. intro q. rewrite !(inner_sym _ _ q), !inner_sum_drawn. apply total_ext. intro j.
    rewrite (weight_seen Q Z Z' x j H). destruct (Seen j) as [F|F].
    - unfold weight. rewrite F. ring.
    - rewrite (H j F). reflexivity. }
  unfold drawn. rewrite E. reflexivity.
Qed.

(* The weights of a token that sees another have a sum of at least this, by scores of at most p. *)
Definition least_weight (p : R) := c * (size heads * (exp (- p) / (size tokens * exp p + exp p))).
Lemma least_weight_positive p : 0 < least_weight p.
Proof.
  assert (H1 := size_positive tokens Ht). assert (H2 := size_positive heads Hh). assert (E := exp_pos p).
  apply Rmult_lt_0_compat; [auto|]. apply Rmult_lt_0_compat; [auto|].
  apply Rdiv_lt_0_compat; [apply exp_pos|].
  assert (0 < size tokens * exp p) by (apply Rmult_lt_0_compat; auto). lra.
Qed.
Lemma weights_total p Q Z x j : seen j = 1 -> (forall a z, vnorm z <= 1 -> vnorm (Q a z) <= p) -> vnorm x <= 1 ->
  (forall k, vnorm (Z k) <= 1) -> least_weight p <= total tokens (weight Q Z x).
Proof.
  intros E Short Nx NZ. apply Rle_trans with (weight Q Z x j).
  2: { apply total_at_least; [apply Ht | intro k; apply weight_bounds]. }
  assert (Score : forall a z, vnorm z <= 1 -> - p <= inner x (Q a z) <= p).
  { intros a z Nz. apply Rabs_le_between. eapply Rle_trans; [apply inner_le_vnorm|]. rewrite <- (Rmult_1_l p).
    apply Rmult_le_compat; auto using vnorm_nonneg. }
  unfold weight, least_weight. rewrite E, Rmult_1_l. apply Rmult_le_compat_l; [lra|]. unfold size at 1.
  rewrite <- total_scale_r. apply total_le. intro a. rewrite Rmult_1_l.
  assert (RP := row_positive Q Z x a). unfold Rdiv. apply Rmult_le_compat.
  - left. apply exp_pos.
  - left. apply Rinv_0_lt_compat. assert (Ep := exp_pos p). assert (H1 := size_positive tokens Ht).
    assert (0 < size tokens * exp p) by (apply Rmult_lt_0_compat; auto). lra.
  - apply exp_le, Score, NZ.
  - apply Rinv_le_contravar; [auto|]. unfold row. apply Rplus_le_compat; [|apply exp_le, Score, Nx].
    unfold size. rewrite <- total_scale_r. apply total_le. intro k.
    assert (Q1 : exp (inner x (Q a (Z k))) <= exp p) by (apply exp_le, Score, NZ).
    assert (Q2 := exp_pos (inner x (Q a (Z k)))). destruct (Seen k) as [-> | ->]; lra.
Qed.

(* ------------------------------------------------------------------ scores that vary in time *)

Section Motion.
Variables (first : Token) (v : S) (p0 : R) (P Pt : R -> Head -> S -> S) (y : R -> Token -> S).
Hypothesis First : seen first = 1.
Hypothesis Adj : forall t a, 0 <= t -> adjoint (P t a) (Pt t a).
Hypothesis P0 : 0 <= p0.
Hypothesis Bd : forall t a x, 0 <= t -> vnorm (P t a x) <= p0 * vnorm x.
Hypothesis PC : forall eps, 0 < eps -> exists d, 0 < d /\ forall s t, 0 <= s -> 0 <= t -> Rabs (t - s) <= d ->
  forall a x, vnorm (vsub (P t a x) (P s a x)) <= eps * vnorm x.
Hypothesis Uv : inner v v = 1.
Hypothesis Uy : forall t j, 0 <= t -> seen j = 1 -> inner (y t j) (y t j) = 1.
Hypothesis YC : forall eps, 0 < eps -> exists d, 0 < d /\ forall s t j, 0 <= s -> 0 <= t ->
  Rabs (t - s) <= d -> seen j = 1 -> vnorm (vsub (y t j) (y s j)) <= eps.
Hypothesis YG : forall j, seen j = 1 -> vtends (fun t => y t j) v.

Definition velocity t x := drawn tokens (weight (P t) (y t) x) (y t) x.

(* All times, all tokens: before time 0 everything is as at 0, a token that is not seen is at v. *)
Let tau t := Rmax 0 t.
Let Y t j := if Req_EM_T (seen j) 1 then y (tau t) j else v.
Let A t x := weight (P (tau t)) (Y t) x.
Let tau0 t : 0 <= tau t.
Proof. apply Rmax_l. Qed.
Let tau_near s t : Rabs (tau t - tau s) <= Rabs (t - s).
Proof.
  unfold tau, Rmax. repeat destruct (Rle_dec _ _); apply Rabs_le; unfold Rabs;
    destruct (Rcase_abs _); lra.
Qed.
Let UY t j : inner (Y t j) (Y t j) = 1.
Proof. unfold Y. destruct (Req_EM_T (seen j) 1); auto. Qed.
Let NY t j : vnorm (Y t j) <= 1.
Proof. unfold vnorm. rewrite UY, sqrt_1. lra. Qed.
Let velocity_later t x : 0 <= t -> velocity t x = drawn tokens (A t x) (Y t) x.
Proof.
  intros T. unfold velocity, A. replace (tau t) with t by (unfold tau; rewrite Rmax_right; auto).
  apply drawn_seen. intros i E. unfold Y. destruct (Req_EM_T (seen i) 1); [|tauto].
  replace (tau t) with t by (unfold tau; rewrite Rmax_right; auto). reflexivity.
Qed.
Lemma unit_norm (x : S) : inner x x = 1 -> vnorm x <= 1.
Proof. intros U. unfold vnorm. rewrite U, sqrt_1. lra. Qed.
Lemma score_gap (a b x z : S) e f g : vnorm x <= 1 -> vnorm (vsub x z) <= e ->
  vnorm b <= f -> vnorm (vsub a b) <= g -> Rabs (inner x a - inner z b) <= g + e * f.
Proof.
  intros Nx E Nb G. replace (inner x a - inner z b) with (inner x (vsub a b) + inner (vsub x z) b)
    by (inners; ring).
  eapply Rle_trans; [apply Rabs_triang|]. apply Rplus_le_compat; (eapply Rle_trans; [apply inner_le_vnorm|]).
  - rewrite <- (Rmult_1_l g). apply Rmult_le_compat; auto using vnorm_nonneg.
  - apply Rmult_le_compat; auto using vnorm_nonneg.
Qed.
Let short t a x : 0 <= t -> vnorm x <= 1 -> vnorm (P t a x) <= p0.
Proof.
  intros T N. eapply Rle_trans; [apply Bd; auto|]. rewrite <- (Rmult_1_r p0) at 2.
  apply Rmult_le_compat_l; auto.
Qed.
Let difference t a x z : 0 <= t -> vnorm (vsub (P t a x) (P t a z)) <= p0 * vnorm (vsub x z).
Proof.
  intros T. replace (vsub (P t a x) (P t a z)) with (P t a (vsub x z)); [apply Bd; auto|].
  unfold vsub. rewrite (adjoint_add _ _ (Adj t a T)), (adjoint_scale _ _ (Adj t a T)). reflexivity.
Qed.
Let zero_gap (x : S) : vnorm (vsub x x) = 0.
Proof.
  replace (vsub x x) with (@vzero S) by (symmetry; apply vadd_opposite).
  unfold vnorm. rewrite inner_zero_l. apply sqrt_0.
Qed.
Let weight_lip t x z j : vnorm x <= 1 -> vnorm z <= 1 ->
  Rabs (A t x j - A t z j) <= c * (size heads * (4 * p0)) * vnorm (vsub x z).
Proof.
  intros Nx Nz. set (e := vnorm (vsub x z)). assert (E0 : 0 <= e) by apply vnorm_nonneg.
  assert (PE : 0 <= p0 * e) by (apply Rmult_le_pos; auto).
  replace (c * (size heads * (4 * p0)) * e) with (c * (size heads * (2 * (2 * p0 * e)))) by ring.
  apply weight_near; [lra| |].
  - intros a i. eapply Rle_trans; [apply (score_gap _ _ x z e p0 0 Nx)|].
    + unfold e. lra.
    + apply short; auto.
    + rewrite zero_gap. lra.
    + lra.
  - intro a. eapply Rle_trans; [apply (score_gap _ _ x z e p0 (p0 * e) Nx)|].
    + unfold e. lra.
    + apply short; auto.
    + apply difference; auto.
    + lra.
Qed.
Let weight_cont eps : 0 < eps -> exists d, 0 < d /\ forall s t, Rabs (t - s) <= d ->
  (forall x j, vnorm x <= 1 -> Rabs (A t x j - A s x j) <= c * (size heads * (2 * (eps + p0 * eps)))) /\
  forall j, vnorm (vsub (Y t j) (Y s j)) <= eps.
Proof.
  intros E. destruct (PC eps E) as [d1 [D1 H1]]. destruct (YC eps E) as [d2 [D2 H2]].
  exists (Rmin d1 d2). split; [apply Rmin_glb_lt; auto|]. intros s t H.
  assert (M1 := Rmin_l d1 d2). assert (M2 := Rmin_r d1 d2). assert (N := tau_near s t).
  assert (HY : forall j, vnorm (vsub (Y t j) (Y s j)) <= eps).
  { intro j. unfold Y. destruct (Req_EM_T (seen j) 1); [apply H2; auto; lra | rewrite zero_gap; lra]. }
  split; [|exact HY]. intros x j Nx. assert (PE : 0 <= p0 * eps) by (apply Rmult_le_pos; lra).
  assert (Pe : forall a z, vnorm z <= 1 -> vnorm (vsub (P (tau t) a z) (P (tau s) a z)) <= eps).
  { intros a z Nz. eapply Rle_trans; [apply (H1 (tau s) (tau t)); auto; lra|].
    rewrite <- (Rmult_1_r eps) at 2. apply Rmult_le_compat_l; lra. }
  apply weight_near; [lra| |].
  - intros a i. eapply Rle_trans; [apply (score_gap _ _ x x 0 p0 (eps + p0 * eps) Nx)|].
    + rewrite zero_gap. lra.
    + apply short; auto.
    + replace (vsub _ _) with (vadd (vsub (P (tau t) a (Y t i)) (P (tau s) a (Y t i)))
        (vsub (P (tau s) a (Y t i)) (P (tau s) a (Y s i)))) by (apply inner_ext; intro; inners; ring).
      eapply Rle_trans; [apply vnorm_add|]. apply Rplus_le_compat; [apply Pe, NY|].
      eapply Rle_trans; [apply difference; auto|]. apply Rmult_le_compat_l; auto.
    + lra.
  - intro a. eapply Rle_trans; [apply (score_gap _ _ x x 0 p0 eps Nx)|].
    + rewrite zero_gap. lra.
    + apply short; auto.
    + apply Pe, Nx.
    + lra.
Qed.
Let low := least_weight p0.
Let low_positive : 0 < low.
Proof. apply least_weight_positive. Qed.
Let total_low t x : inner x x = 1 -> low <= total tokens (A t x).
Proof. intros U. apply (weights_total p0 _ _ _ first First); auto. apply unit_norm, U. Qed.
Let total_high t x : total tokens (A t x) <= size tokens * M.
Proof.
  unfold size. rewrite <- total_scale_r. apply total_le. intro j. rewrite Rmult_1_l. apply weight_bounds.
Qed.
Let gather e : 0 < e -> exists T, 0 <= T /\ forall t, T <= t -> forall j, vnorm (vsub (Y t j) v) <= e.
Proof.
  intros E. assert (Q : forall U, exists T, 0 <= T /\ forall t, T <= t -> forall j, In j U ->
    vnorm (vsub (Y t j) v) <= e).
  { induction U as [|j U [T [T0 IH]]]; [exists 0; split; [lra | intros t _ j []]|].
    assert (One : exists T, 0 <= T /\ forall t, T <= t -> vnorm (vsub (Y t j) v) <= e).
    { unfold Y. destruct (Req_EM_T (seen j) 1) as [F|F].
      - destruct (YG j F e E) as [T1 [T10 H1]]. exists T1. split; [auto|]. intros t Hu.
        specialize (H1 t Hu). rewrite Rminus_0_r, Rabs_right in H1 by (apply Rle_ge, vnorm_nonneg).
        replace (tau t) with t by (unfold tau; rewrite Rmax_right; lra). lra.
      - exists 0. split; [lra|]. intros t _. rewrite zero_gap. lra. }
    destruct One as [T1 [T10 H1]]. exists (Rmax T T1). assert (M1 := Rmax_l T T1). assert (M2 := Rmax_r T T1).
    split; [lra|]. intros t Hu i [<-|I]; [apply H1; lra | apply IH; auto; lra]. }
  destruct (Q tokens) as [T [T0 H]]. exists T. split; [auto|]. intros t Hu j. apply H; [auto | apply Ht].
Qed.

(* A solution that begins on the sphere stays there. *)
Lemma begins_unit z : (forall t, 0 <= t -> is_vderive z t (velocity t (z t))) -> inner (z 0) (z 0) = 1 ->
  forall t, 0 <= t -> inner (z t) (z t) = 1.
Proof.
  intros D U. set (f := fun t => sum_drawn tokens (A t (z t)) (Y t)). set (H := size tokens * M).
  assert (F : forall t, vnorm (f t) <= H).
  { intro t. apply sum_drawn_norm; auto. intro j. assert (B := weight_bounds (P (tau t)) (Y t) (z t) j).
    fold (A t (z t)) in B. rewrite Rabs_right; lra. }
  assert (H0 : 0 <= H) by (eapply Rle_trans; [apply (vnorm_nonneg (f 0)) | apply (F 0)]).
  set (u := fun t => inner (z t) (z t) - 1).
  assert (Du : forall t, 0 <= t -> is_derive u t (-2 * inner (z t) (f t) * u t)).
  { intros t T. eapply derive_eq. apply (derive_minus (fun t => inner (z t) (z t)) (fun _ => 1));
      [apply (derive_inner z z); apply D; auto | apply derive_const].
    rewrite velocity_later, (inner_sym _ (drawn _ _ _ _)) by auto. unfold drawn. fold (f t). unfold u.
    inners. ring. }
  assert (B : forall (i : unit) t, 0 <= t -> u t * u t <= 0).
  { apply (barrier (tt :: nil) (fun _ t => u t * u t) (fun _ t => -4 * inner (z t) (f t) * (u t * u t))
      (8 * H) 0 1); try lra.
    - intros []. left. auto.
    - intros _ t T. eapply derive_eq. apply (derive_mult u u t _ _ (Du t T) (Du t T)). ring.
    - intros _. unfold u. rewrite U. lra.
    - intros _ t T [Q1 Q2] _. rewrite Rminus_0_r. apply Rmult_le_compat_r; [lra|].
      assert (Uu : u t <= 1) by (apply Rnot_lt_le; intro N;
        assert (1 * 1 < u t * u t) by (apply Rmult_le_0_lt_compat; lra); lra).
      assert (Nz : vnorm (z t) <= 2).
      { apply vnorm_le; [lra|]. unfold u in Uu. lra. }
      assert (I := inner_le_vnorm (z t) (f t)). specialize (F t).
      assert (vnorm (z t) * vnorm (f t) <= 2 * H) by (apply Rmult_le_compat; auto using vnorm_nonneg).
      apply Rabs_le_between in I. lra. }
  intros t T. specialize (B tt t T). assert (0 <= u t * u t) by apply Rle_0_sqr.
  assert (E : u t * u t = 0) by lra. unfold u in E. destruct (Rmult_integral _ _ E); lra.
Qed.

(* Exactly one start leads to -v, its solution exists, and all other starts lead to v. *)
Theorem one_lost_start : limits S -> exists a, inner a a = 1 /\
  (exists x, x 0 = a /\ forall t, 0 <= t -> is_vderive x t (velocity t (x t))) /\
  forall z, inner (z 0) (z 0) = 1 -> (forall t, 0 <= t -> is_vderive z t (velocity t (z t))) ->
    (z 0 = a -> vtends z (vscale (-1) v)) /\ (z 0 <> a -> vtends z v).
Proof.
  intros [lim Lim]. set (F := fun t x => drawn tokens (A t (into_ball x)) (Y t) (into_ball x)).
  assert (AB : forall t x j, Rabs (A t x j) <= M).
  { intros t x j. assert (B := weight_bounds (P (tau t)) (Y t) x j). unfold A. rewrite Rabs_right; lra. }
  assert (N0 : 0 <= size tokens) by (apply total_nonneg; intro; lra).
  assert (H0 : 0 <= size heads) by (apply total_nonneg; intro; lra).
  assert (NM : 0 <= size tokens * M) by (apply Rmult_le_pos; auto).
  assert (K0 : 0 <= c * (size heads * (4 * p0))).
  { apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; lra. }
  set (L := 2 * (size tokens * (c * (size heads * (4 * p0)) * 2)) + 2 * (size tokens * M) * 2).
  assert (HL : 0 <= L).
  { assert (0 <= size tokens * (c * (size heads * (4 * p0)) * 2)) by (apply Rmult_le_pos; lra).
    unfold L. lra. }
  assert (Bound : forall t x, vnorm (F t x) <= 2 * (size tokens * M)).
  { intros t x. unfold F, drawn. set (f := sum_drawn _ _ _). assert (Nf : vnorm f <= size tokens * M) by
      (apply sum_drawn_norm; auto).
    replace (vsub f _) with (vadd f (vscale (- inner (into_ball x) f) (into_ball x)))
      by (apply inner_ext; intro; inners; ring).
    eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, Rabs_Ropp.
    assert (I := inner_le_vnorm (into_ball x) f). assert (B := into_ball_norm x).
    assert (vnorm (into_ball x) * vnorm f <= 1 * (size tokens * M)) by
      (apply Rmult_le_compat; auto using vnorm_nonneg).
    assert (Rabs (inner (into_ball x) f) * vnorm (into_ball x) <= size tokens * M * 1) by
      (apply Rmult_le_compat; auto using Rabs_pos, vnorm_nonneg; lra). lra. }
  assert (Lip : forall t x z, vnorm (vsub (F t x) (F t z)) <= L * vnorm (vsub x z)).
  { intros t x z. assert (R := into_ball_near x z). set (d := vnorm (vsub x z)) in *.
    set (r := vnorm (vsub (into_ball x) (into_ball z))) in *.
    eapply Rle_trans.
    - apply (drawn_near tokens _ _ _ _ _ _ (c * (size heads * (4 * p0)) * r) 0 M);
        auto using into_ball_norm; intro j;
        first [apply weight_lip; apply into_ball_norm | rewrite zero_gap; lra].
    - fold r. rewrite Rmult_0_r, Rplus_0_r. unfold L.
      assert (c * (size heads * (4 * p0)) * r <= c * (size heads * (4 * p0)) * (2 * d)) by
        (apply Rmult_le_compat_l; auto).
      assert (size tokens * (c * (size heads * (4 * p0)) * r)
        <= size tokens * (c * (size heads * (4 * p0)) * (2 * d))) by (apply Rmult_le_compat_l; auto).
      assert (size tokens * M * r <= size tokens * M * (2 * d)) by (apply Rmult_le_compat_l; auto). lra. }
  assert (Cont : forall eps, 0 < eps -> exists d, 0 < d /\ forall s t x, Rabs (t - s) <= d ->
    vnorm (vsub (F t x) (F s x)) <= eps).
  { intros eps E. set (Q := 2 * (size tokens * (c * (size heads * (2 * (1 + p0))) + M))).
    assert (Q0 : 0 <= Q).
    { assert (0 <= c * (size heads * (2 * (1 + p0)))) by
        (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]).
      assert (0 <= size tokens * (c * (size heads * (2 * (1 + p0))) + M)) by (apply Rmult_le_pos; lra).
      unfold Q. lra. }
    set (e := eps / (Q + 1)). assert (Ep : 0 < e) by (apply Rdiv_lt_0_compat; lra).
    assert (Qe : Q * e <= eps).
    { apply Rle_trans with ((Q + 1) * e); [apply Rmult_le_compat_r; lra | right; unfold e; field; lra]. }
    destruct (weight_cont e Ep) as [d [D H]]. exists d. split; [auto|]. intros s t x Hs.
    destruct (H s t Hs) as [HA HY].
    eapply Rle_trans; [apply (drawn_near tokens _ _ _ _ _ _ (c * (size heads * (2 * (e + p0 * e)))) e M);
      auto using into_ball_norm|].
    rewrite zero_gap. eapply Rle_trans; [|exact Qe]. right. unfold Q. ring. }
  assert (Begins := solution_begins F L (2 * (size tokens * M)) HL Bound Lip Cont lim Lim).
  assert (Solves := solution_solves F L (2 * (size tokens * M)) HL Bound Lip Cont lim Lim).
  set (Phi := solution F lim) in *.
  assert (Goes : forall t0 x0, inner x0 x0 = 1 -> forall t, inner (Phi t0 x0 t) (Phi t0 x0 t) = 1 /\
    is_vderive (Phi t0 x0) t (Trapped.field tokens A Y t (Phi t0 x0 t))).
  { intros t0 x0 U. assert (Un : forall t, inner (Phi t0 x0 t) (Phi t0 x0 t) = 1).
    { apply (sphere_kept tokens A Y M (Phi t0 x0) t0); auto;
        solve [intro t; apply (Solves t0 x0 t) | rewrite Begins; exact U]. }
    intro t. split; [auto|]. assert (Q := Solves t0 x0 t). unfold F in Q at 1.
    rewrite (into_ball_unit (Phi t0 x0 t)) in Q by auto. exact Q. }
  destruct (exactly_one_trapped tokens v A Y low (size tokens * M) (c * (size heads * (4 * p0))))
    with (Phi := Phi) as [a [Ua [[x [Xa Fx]] Rest]]]; auto.
  - intros t x j _. apply weight_bounds.
  - intros t x z j Ux Uz. apply weight_lip; apply unit_norm; auto.
  - apply limits_complete. exists lim. exact Lim.
  - assert (To : forall z, (forall t, 0 <= t -> is_vderive z t (velocity t (z t))) -> inner (z 0) (z 0) = 1 ->
      follows tokens A Y z).
    { intros z D U t T. split; [apply begins_unit; auto|]. unfold Trapped.field.
      rewrite <- velocity_later by auto. apply D; auto. }
    exists a. split; [auto|]. split.
    + exists x. split; [auto|]. intros t T. rewrite velocity_later by auto. apply Fx; auto.
    + intros z U D. apply Rest. apply To; auto.
Qed.
End Motion.
End Company.

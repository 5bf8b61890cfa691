(* One token on the sphere that is drawn by others: how its cosine with a point near all of them
   grows, and how two places of it near the opposite point part. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded.
Open Scope R_scope.

(* The velocity of a token at z among tokens Y, of weights A. *)
Definition sum_drawn {S : inner_product_space} {Token} (tokens : list Token) (A : Token -> R)
  (Y : Token -> S) : S := vtotal tokens (fun j => vscale (A j) (Y j)).
Definition drawn {S : inner_product_space} {Token} (tokens : list Token) (A : Token -> R)
  (Y : Token -> S) (z : S) : S :=
  vsub (sum_drawn tokens A Y) (vscale (inner z (sum_drawn tokens A Y)) z).

Ltac inners := unfold vsub; repeat (rewrite ?inner_add_l, ?inner_add_r, ?inner_scale_l, ?inner_scale_r).

Lemma below_root (t m : R) : 0 <= m -> t * t <= m * m -> Rabs t <= m.
Proof.
  intros M H. apply Rabs_le. split; apply Rnot_lt_le; intro L.
  - assert (0 < (- t - m) * (- t + m)) by (apply Rmult_lt_0_compat; lra). lra.
  - assert (0 < (t - m) * (t + m)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
Lemma vnorm_le {S : inner_product_space} (x : S) c : 0 <= c -> inner x x <= c * c -> vnorm x <= c.
Proof.
  intros C H. rewrite <- vnorm_square in H. assert (Q := below_root _ _ C H).
  eapply Rle_trans; [apply Rle_abs | exact Q].
Qed.

Lemma total_abs_le {I} (T : list I) (f g : I -> R) : (forall i, Rabs (f i) <= g i) ->
  Rabs (total T f) <= total T g.
Proof.
  intros H. induction T as [|i T IH]; simpl; [rewrite Rabs_R0; lra|].
  eapply Rle_trans; [apply Rabs_triang|]. apply Rplus_le_compat; auto.
Qed.

Section Point.
Context {S : inner_product_space} {Token : Type} (tokens : list Token).
Implicit Types (A B : Token -> R) (Y : Token -> S) (v x z : S).

Lemma inner_sum_drawn A Y x :
  inner x (sum_drawn tokens A Y) = total tokens (fun j => A j * inner x (Y j)).
Proof.
  unfold sum_drawn. rewrite inner_vtotal_r. apply total_ext. intro j. apply inner_scale_r.
Qed.

(* Outside a cap the cosine grows. *)
Lemma cosine_grows A Y v z e : inner z z = 1 -> inner v v = 1 ->
  (forall j, 0 <= A j) -> (forall j, inner (Y j) (Y j) = 1) ->
  (forall j, vnorm (vsub (Y j) v) <= e) ->
  4 * (e * e) <= 1 - inner v z * inner v z ->
  total tokens A * ((1 - inner v z * inner v z) / 2) <= inner v (drawn tokens A Y z).
Proof.
  intros Uz Uv Pos UY Near Far. set (b := inner v z) in *.
  assert (E : inner v (drawn tokens A Y z)
    = total tokens (fun j => A j * (inner v (Y j) - b * inner z (Y j)))).
  { unfold drawn. inners. rewrite !inner_sum_drawn. fold b.
    rewrite <- Rmult_assoc, (Rmult_comm (-1)), Rmult_assoc.
    rewrite <- total_scale_r, <- total_add. apply total_ext. intro j. ring. }
  rewrite E, <- total_scale_r. apply total_le. intro j. apply Rmult_le_compat_l; [auto|].
  set (q := vsub v (vscale b z)). set (w := vsub (Y j) v).
  assert (Eq : inner v (Y j) - b * inner z (Y j) = inner w q + (1 - b * b)).
  { unfold w, q. inners. rewrite Uv, (inner_sym _ (Y j) v), (inner_sym _ (Y j) z). fold b. ring. }
  assert (Q : inner q q = 1 - b * b).
  { unfold q. inners. rewrite Uv, Uz, (inner_sym _ z v). fold b. ring. }
  assert (W : inner w w <= e * e).
  { rewrite <- vnorm_square. specialize (Near j). fold w in Near. assert (N := vnorm_nonneg w).
    apply Rmult_le_compat; auto. }
  assert (C := cauchy_schwarz w q). rewrite Q in C.
  assert (P : 0 <= 1 - b * b) by (rewrite <- Q; apply inner_nonneg).
  assert (R : Rabs (inner w q) <= (1 - b * b) / 2).
  { apply below_root; [lra|]. apply Rle_trans with (e * e * (1 - b * b)).
    - eapply Rle_trans; [exact C|]. apply Rmult_le_compat_r; auto.
    - replace ((1 - b * b) / 2 * ((1 - b * b) / 2)) with ((1 - b * b) / 4 * (1 - b * b)) by field.
      apply Rmult_le_compat_r; lra. }
  apply Rabs_le_between in R. lra.
Qed.

(* The square of the distance of two places, of weights A at z and B at x. *)
Lemma parting A B Y z x : inner z z = 1 -> inner x x = 1 ->
  2 * inner (vsub z x) (vsub (drawn tokens A Y z) (drawn tokens B Y x)) =
  total tokens (fun j =>
    - inner (vsub z x) (vsub z x) * (A j * inner z (Y j) + B j * inner x (Y j))
    + 2 * ((A j - B j) * inner (vsub z x) (Y j))).
Proof.
  intros Uz Ux. unfold drawn. set (f := sum_drawn tokens A Y). set (g := sum_drawn tokens B Y).
  transitivity (- inner (vsub z x) (vsub z x) * (inner z f + inner x g)
                + 2 * (inner (vsub z x) f - inner (vsub z x) g)).
  { inners. rewrite Uz, Ux, (inner_sym _ x z). ring. }
  unfold f, g. rewrite !inner_sum_drawn.
  transitivity (total tokens (fun j => - inner (vsub z x) (vsub z x) * (A j * inner z (Y j)))
    + total tokens (fun j => - inner (vsub z x) (vsub z x) * (B j * inner x (Y j)))
    + (total tokens (fun j => 2 * (A j * inner (vsub z x) (Y j)))
       + total tokens (fun j => -2 * (B j * inner (vsub z x) (Y j))))).
  { rewrite !total_scale. ring. }
  rewrite <- !total_add. apply total_ext. intro j. ring.
Qed.

Section Bounds.
Variables (A B : Token -> R) (Y : Token -> S) (z x : S) (low high Lam : R).
Hypothesis Uz : inner z z = 1.
Hypothesis Ux : inner x x = 1.
Hypothesis UY : forall j, inner (Y j) (Y j) = 1.
Hypothesis PA : forall j, 0 <= A j.
Hypothesis PB : forall j, 0 <= B j.
Hypothesis LA : low <= total tokens A.
Hypothesis LB : low <= total tokens B.
Hypothesis HA : total tokens A <= high.
Hypothesis HB : total tokens B <= high.
Hypothesis Lip : forall j, Rabs (A j - B j) <= Lam * vnorm (vsub z x).
Let D := inner (vsub z x) (vsub z x).
Let rate := 2 * inner (vsub z x) (vsub (drawn tokens A Y z) (drawn tokens B Y x)).

Lemma no_faster : Rabs rate <= (2 * high + 2 * (size tokens * Lam)) * D.
Proof.
  unfold rate. rewrite parting by auto. fold D. assert (D0 : 0 <= D) by apply inner_nonneg.
  assert (One : forall u j, inner u u = 1 -> Rabs (inner u (Y j)) <= 1).
  { intros u j U. apply below_root; [lra|]. eapply Rle_trans; [apply cauchy_schwarz|].
    rewrite U, UY. lra. }
  assert (T : forall j, Rabs (- D * (A j * inner z (Y j) + B j * inner x (Y j))
      + 2 * ((A j - B j) * inner (vsub z x) (Y j))) <= D * (A j + B j) + 2 * (Lam * D)).
  { intro j. eapply Rle_trans; [apply Rabs_triang|]. apply Rplus_le_compat.
    - rewrite Rabs_mult, Rabs_Ropp, (Rabs_right D) by lra. apply Rmult_le_compat_l; [auto|].
      eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult.
      rewrite (Rabs_right (A j)) by (specialize (PA j); lra).
      rewrite (Rabs_right (B j)) by (specialize (PB j); lra).
      rewrite <- (Rmult_1_r (A j)) at 2. rewrite <- (Rmult_1_r (B j)) at 2.
      apply Rplus_le_compat; apply Rmult_le_compat_l; auto.
    - rewrite Rabs_mult, (Rabs_right 2) by lra. apply Rmult_le_compat_l; [lra|].
      rewrite Rabs_mult. unfold D. rewrite <- vnorm_square, <- Rmult_assoc.
      apply Rmult_le_compat; try apply Rabs_pos; [apply Lip|].
      eapply Rle_trans; [apply inner_le_vnorm|]. unfold vnorm at 2. rewrite UY, sqrt_1. lra. }
  eapply Rle_trans; [exact (total_abs_le tokens _ _ T)|].
  rewrite total_add, total_scale, total_add.
  replace (total tokens (fun _ => 2 * (Lam * D))) with (size tokens * (2 * (Lam * D)))
    by (unfold size; rewrite <- total_scale_r; apply total_ext; intro; ring).
  assert (D * (total tokens A + total tokens B) <= D * (high + high)) by
    (apply Rmult_le_compat_l; lra).
  change (total tokens (fun k => A k)) with (total tokens A).
  change (total tokens (fun k => B k)) with (total tokens B). lra.
Qed.

(* Near the opposite of all tokens two places part. *)
Lemma faster e : 0 <= e -> e * e <= 1 / 2 -> 2 * (size tokens * Lam) * e <= low / 2 ->
  (forall j, vnorm (vadd (Y j) z) <= e) -> (forall j, vnorm (vadd (Y j) x) <= e) ->
  0 <= Lam -> low * D <= rate.
Proof.
  intros E0 E1 E2 Nz Nx L0. unfold rate. rewrite parting by auto. fold D.
  assert (D0 : 0 <= D) by apply inner_nonneg.
  assert (Back : forall u j, inner u u = 1 -> vnorm (vadd (Y j) u) <= e ->
    inner u (Y j) = inner (vadd (Y j) u) (vadd (Y j) u) / 2 - 1 /\ inner u (Y j) <= - (3 / 4)).
  { intros u j U N. assert (E : inner u (Y j) = inner (vadd (Y j) u) (vadd (Y j) u) / 2 - 1).
    { inners. rewrite U, UY, (inner_sym _ (Y j) u). field. }
    split; [exact E|]. rewrite E, <- vnorm_square. assert (P := vnorm_nonneg (vadd (Y j) u)).
    assert (vnorm (vadd (Y j) u) * vnorm (vadd (Y j) u) <= e * e) by (apply Rmult_le_compat; auto).
    lra. }
  assert (Lever : forall j, Rabs (inner (vsub z x) (Y j)) <= e * vnorm (vsub z x)).
  { intro j. assert (Ez := proj1 (Back z j Uz (Nz j))). assert (Ex := proj1 (Back x j Ux (Nx j))).
    set (p := vnorm (vadd (Y j) z)). set (q := vnorm (vadd (Y j) x)).
    rewrite <- vnorm_square in Ez, Ex. fold p in Ez. fold q in Ex.
    replace (inner (vsub z x) (Y j)) with ((p - q) * ((p + q) / 2)).
    2: { unfold vsub. rewrite inner_add_l, inner_scale_l, Ez, Ex. field. }
    assert (Pp : 0 <= p) by apply vnorm_nonneg. assert (Pq : 0 <= q) by apply vnorm_nonneg.
    assert (p <= e) by apply Nz. assert (q <= e) by apply Nx.
    rewrite Rabs_mult, (Rabs_right ((p + q) / 2)), Rmult_comm by lra.
    apply Rmult_le_compat; try apply Rabs_pos; try lra.
    assert (T1 := vnorm_add (vadd (Y j) x) (vsub z x)).
    assert (T2 := vnorm_add (vadd (Y j) z) (vsub x z)).
    replace (vadd (vadd (Y j) x) (vsub z x)) with (vadd (Y j) z) in T1
      by (apply inner_ext; intro; inners; ring).
    replace (vadd (vadd (Y j) z) (vsub x z)) with (vadd (Y j) x) in T2
      by (apply inner_ext; intro; inners; ring).
    replace (vnorm (vsub x z)) with (vnorm (vsub z x)) in T2.
    2: { unfold vnorm. f_equal. inners. ring. }
    fold p q in T1, T2. apply Rabs_le. lra. }
  assert (T : forall j, 3 / 4 * D * (A j + B j) - 2 * (Lam * e * D)
      <= - D * (A j * inner z (Y j) + B j * inner x (Y j))
      + 2 * ((A j - B j) * inner (vsub z x) (Y j))).
  { intro j. destruct (Back z j Uz (Nz j)) as [_ Bz]. destruct (Back x j Ux (Nx j)) as [_ Bx].
    assert (W1 : A j * (3 / 4) <= A j * - inner z (Y j)) by (apply Rmult_le_compat_l; [auto | lra]).
    assert (W2 : B j * (3 / 4) <= B j * - inner x (Y j)) by (apply Rmult_le_compat_l; [auto | lra]).
    assert (W3 : D * (A j * (3 / 4) + B j * (3 / 4)) <= D * (A j * - inner z (Y j) + B j * - inner x (Y j)))
      by (apply Rmult_le_compat_l; lra).
    assert (W4 : Rabs ((A j - B j) * inner (vsub z x) (Y j)) <= Lam * e * D).
    { rewrite Rabs_mult. unfold D. rewrite <- vnorm_square.
      replace (Lam * e * (vnorm (vsub z x) * vnorm (vsub z x)))
        with (Lam * vnorm (vsub z x) * (e * vnorm (vsub z x))) by ring.
      apply Rmult_le_compat; try apply Rabs_pos; auto. }
    apply Rabs_le_between in W4. lra. }
  eapply Rle_trans; [|apply (total_le tokens _ _ T)].
  replace (total tokens (fun j => 3 / 4 * D * (A j + B j) - 2 * (Lam * e * D)))
    with (3 / 4 * D * (total tokens A + total tokens B) + - (2 * (Lam * e * D)) * size tokens).
  2: { unfold size. rewrite <- (total_scale tokens (- (2 * (Lam * e * D)))).
       rewrite <- total_add, <- total_scale, <- total_add. apply total_ext. intro j. ring. }
  assert (0 <= 3 / 4 * D) by lra.
  assert (3 / 4 * D * (low + low) <= 3 / 4 * D * (total tokens A + total tokens B)) by
    (apply Rmult_le_compat_l; lra).
  assert (2 * (size tokens * Lam) * e * D <= low / 2 * D) by (apply Rmult_le_compat_r; auto). lra.
Qed.
End Bounds.
End Point.

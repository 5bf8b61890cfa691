(* Starts that end near states of a kind have no volume: where orbits that stay near such a state are told
   apart by one number less than there are dimensions, and steps do not bring near states together by more than
   a factor. Countably many sets are enough, and none is chosen: what is wanted of a set is part of it. *)
From Coq Require Import Reals Lra List Lia Cantor.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Lengths NullSets NullGraphs Frechet.
Open Scope R_scope.
Local Arguments to_nat : simpl never.
Local Arguments of_nat : simpl never.

(* ------------------------------------------------------------------ numbers and boxes, by codes *)

Definition rational (k : nat) : R :=
  (INR (fst (of_nat (fst (of_nat k)))) - INR (snd (of_nat (fst (of_nat k))))) / (INR (snd (of_nat k)) + 1).
Lemma rational_near x eps : 0 < eps -> exists k, Rabs (rational k - x) <= eps.
Proof.
  intro E. destruct (nfloor_ex (/ eps)) as [b [_ B]]; [left; apply Rinv_0_lt_compat, E|].
  set (c := INR b + 1). assert (C : 0 < c) by (assert (P := pos_INR b); unfold c; lra).
  destruct (archimed (x * c)) as [U1 U2]. set (z := up (x * c)) in *.
  exists (to_nat (to_nat (Z.to_nat z, Z.to_nat (- z)), b)). unfold rational. rewrite cancel_of_to. cbn [fst snd].
  rewrite cancel_of_to. cbn [fst snd]. fold c.
  replace (INR (Z.to_nat z) - INR (Z.to_nat (- z))) with (IZR z).
  2: { rewrite !INR_IZR_INZ, <- minus_IZR. f_equal. lia. }
  assert (Ec : 1 <= eps * c).
  { apply Rmult_le_reg_l with (/ eps); [apply Rinv_0_lt_compat, E|]. rewrite <- Rmult_assoc, Rinv_l by lra.
    unfold c. lra. }
  replace (IZR z / c - x) with ((IZR z - x * c) * / c) by (field; lra).
  rewrite Rabs_mult, (Rabs_right (/ c)) by (apply Rle_ge; left; apply Rinv_0_lt_compat, C).
  apply Rmult_le_reg_r with c; [exact C|]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  apply Rabs_le. lra.
Qed.

Section Codes.
Context {K : Type}.
(* Numbers that are in intervals of half width w around rational ones, and rational combinations of numbers. *)
Fixpoint box (T : list K) (w : R) (code : nat) (x : K -> R) : Prop :=
  match T with
  | nil => True
  | k :: T => Rabs (x k - rational (fst (of_nat code))) <= w /\ box T w (snd (of_nat code)) x
  end.
Lemma box_around T w x : 0 < w -> exists code, forall y : K -> R,
  (forall k, In k T -> Rabs (y k - x k) <= w / 2) -> box T w code y.
Proof.
  intro W. induction T as [|k T [code H]]; [exists O; simpl; auto|].
  destruct (rational_near (x k) (w / 2)) as [a A]; [lra|]. exists (to_nat (a, code)). intros y Y. simpl.
  rewrite cancel_of_to. simpl. split.
  - specialize (Y k (or_introl eq_refl)). apply Rabs_le_between in Y. apply Rabs_le_between in A. apply Rabs_le.
    lra.
  - apply H. intros j J. apply Y. right. exact J.
Qed.
Lemma box_width T w : forall code x y, box T w code x -> box T w code y -> forall k, In k T ->
  Rabs (x k - y k) <= 2 * w.
Proof.
  induction T as [|j T IH]; intros code x y X Y k I; [destruct I|]. destruct X as [X X'], Y as [Y Y'].
  destruct I as [<-|I]; [|exact (IH _ x y X' Y' k I)].
  apply Rabs_le_between in X. apply Rabs_le_between in Y. apply Rabs_le. lra.
Qed.
Fixpoint combination (T : list K) (code : nat) (x : K -> R) : R :=
  match T with nil => 0 | k :: T => rational (fst (of_nat code)) * x k + combination T (snd (of_nat code)) x end.
Lemma combination_sub T : forall code x y,
  combination T code (fun k => x k - y k) = combination T code x - combination T code y.
Proof. induction T as [|k T IH]; intros code x y; simpl; [ring | rewrite IH; ring]. Qed.
Lemma combination_bound T : forall code, exists b, 0 <= b /\ forall x : K -> R,
  (forall k, In k T -> Rabs (x k) <= 1) -> Rabs (combination T code x) <= b.
Proof.
  induction T as [|k T IH]; intro code; [exists 0; split; [lra|]; intros; simpl; rewrite Rabs_R0; lra|].
  destruct (IH (snd (of_nat code))) as [b [B H]]. set (a := rational (fst (of_nat code))).
  exists (Rabs a + b). split; [assert (P := Rabs_pos a); lra|]. intros x X. simpl. fold a.
  eapply Rle_trans; [apply Rabs_triang|]. apply Rplus_le_compat; [|apply H; intros; apply X; right; auto].
  rewrite Rabs_mult. apply Rle_trans with (Rabs a * 1); [|lra]. apply Rmult_le_compat_l; [apply Rabs_pos|].
  apply X. left. reflexivity.
Qed.
Lemma combination_near T (a : K -> R) eps : 0 < eps -> exists code, forall x M, 0 <= M ->
  (forall k, In k T -> Rabs (x k) <= M) ->
  Rabs (total T (fun k => a k * x k) - combination T code x) <= size T * eps * M.
Proof.
  intro E. induction T as [|k T [code H]].
  - exists O. intros x M M0 _. simpl. unfold size. simpl. rewrite Rminus_0_r, Rabs_R0. lra.
  - destruct (rational_near (a k) eps E) as [c C]. exists (to_nat (c, code)). intros x M M0 X. simpl.
    rewrite cancel_of_to. simpl. change (size (k :: T)) with (1 + size T).
    replace (a k * x k + total T (fun k => a k * x k) - (rational c * x k + combination T code x)) with
      (- (rational c - a k) * x k + (total T (fun k => a k * x k) - combination T code x)) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. specialize (H x M M0 (fun j J => X j (or_intror J))).
    assert (Rabs (- (rational c - a k) * x k) <= eps * M).
    { rewrite Rabs_mult, Rabs_Ropp. apply Rmult_le_compat; auto using Rabs_pos. apply X. left. reflexivity. }
    lra.
Qed.
Fixpoint combinations (m : nat) (T : list K) (code : nat) : list ((K -> R) -> R) :=
  match m with
  | O => nil
  | Datatypes.S m => combination T (fst (of_nat code)) :: combinations m T (snd (of_nat code))
  end.
Lemma combinations_length m T : forall code, length (combinations m T code) = m.
Proof. induction m as [|m IH]; intro code; simpl; [reflexivity | rewrite IH; reflexivity]. Qed.
Lemma combinations_sub m T : forall code f, In f (combinations m T code) -> forall x y,
  f (fun k => x k - y k) = f x - f y.
Proof.
  induction m as [|m IH]; intros code f I; [destruct I|]. destruct I as [<-|I]; [|exact (IH _ f I)].
  apply combination_sub.
Qed.
Lemma combinations_bound m T : forall code, exists b, 0 <= b /\ forall f x, In f (combinations m T code) ->
  (forall k, In k T -> Rabs (x k) <= 1) -> Rabs (f x) <= b.
Proof.
  induction m as [|m IH]; intro code; [exists 0; split; [lra | intros f x []]|].
  destruct (IH (snd (of_nat code))) as [b [B H]]. destruct (combination_bound T (fst (of_nat code))) as [c [C H']].
  exists (b + c). split; [lra|]. intros f x [<-|I] X; [specialize (H' x X) | specialize (H f x I X)]; lra.
Qed.
Lemma combinations_near T (A : list (K -> R)) eps : 0 < eps -> exists code, forall x M d, 0 <= M -> 0 <= d ->
  (forall k, In k T -> Rabs (x k) <= M) -> (forall f, In f (combinations (length A) T code) -> Rabs (f x) <= d) ->
  forall a, In a A -> Rabs (total T (fun k => a k * x k)) <= d + size T * eps * M.
Proof.
  intro E. induction A as [|a A [code H]]; [exists O; intros x M d _ _ _ _ b []|].
  destruct (combination_near T a eps E) as [c C]. exists (to_nat (c, code)). intros x M d M0 D X F b I. simpl in F.
  rewrite cancel_of_to in F. simpl in F. destruct I as [<-|I].
  - specialize (C x M M0 X). specialize (F _ (or_introl eq_refl)). apply Rabs_le_between in C.
    apply Rabs_le_between in F. apply Rabs_le. lra.
  - apply (H x M d M0 D X); auto.
Qed.
End Codes.

(* ------------------------------------------------------------------ what stays near is thin *)

Section Thin.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (B : list S) (dim : nat)
  (kind : (Token -> S) -> Prop) (f : (Token -> S) -> Token -> S).
Hypothesis Tokens : enumerates tokens.
Hypothesis Frame : forall x, x = vtotal B (fun e => vscale (inner e x) e).
Hypothesis One : forall e, In e B -> inner e e = 1.
Hypothesis Dim : (0 < dim)%nat.
Hypothesis Unit : forall x, kind x -> forall i, inner (x i) (x i) = 1.
Hypothesis Kept : forall x, kind x -> kind (f x).
Context (lip : R).
Hypothesis Lpos : 0 <= lip.
Hypothesis Lip : forall x y d, kind x -> kind y -> 0 <= d -> within x d y -> within (f x) (lip * d) (f y).
Let state := Token -> S.
Let iter (k : nat) (x : state) : state := Nat.iter k f x.
Let K := list_prod tokens B.
Let part (x : state) (k : Token * S) : R := inner (snd k) (x (fst k)).
(* A form of the state that is linear: its coefficients are given. *)
Definition form (a : Token * S -> R) (x : state) := total K (fun k => a k * part x k).
Definition stays_near (p : state) r (x : state) := kind x /\ forall t, within p r (iter t x).
(* Orbits that stay near p are told apart by one number less than there are dimensions. *)
Definition thin (p : state) := exists r L (A : list (Token * S -> R)), 0 < r /\ 0 <= L /\
  length A = (dim - 1)%nat /\ forall x y d, stays_near p r x -> stays_near p r y -> 0 <= d ->
  (forall a, In a A -> Rabs (form a (fun i => vsub (x i) (y i))) <= d) -> within x (L * d) y.
(* A step keeps states near x apart, up to a factor. *)
Definition keeps_apart (x : state) := exists r L, 0 < r /\ 0 <= L /\ forall y z d, kind y -> kind z ->
  within x r y -> within x r z -> 0 <= d -> within (f y) d (f z) -> within y (L * d) z.

Lemma iter_kind k x : kind x -> kind (iter k x).
Proof. intro X. induction k as [|k IH]; [exact X | apply Kept, IH]. Qed.
Lemma iter_add a b x : iter (a + b) x = iter a (iter b x).
Proof. unfold iter. induction a as [|a IH]; [reflexivity|]. simpl. rewrite IH. reflexivity. Qed.
Lemma later k x : iter (Datatypes.S k) x = iter k (f x).
Proof. unfold iter. induction k as [|k IH]; [reflexivity|]. simpl in *. rewrite IH. reflexivity. Qed.
Lemma keeps_apart_later N : forall x, kind x -> (forall k, keeps_apart (iter k x)) -> exists r L, 0 < r /\
  0 <= L /\ forall y z d, kind y -> kind z -> within x r y -> within x r z -> 0 <= d ->
  within (iter N y) d (iter N z) -> within y (L * d) z.
Proof.
  induction N as [|N IH]; intros x X H.
  - exists 1, 1. split; [lra|]. split; [lra|]. intros y z d _ _ _ _ D W i. rewrite Rmult_1_l. apply W.
  - destruct (H O) as [r [L [R0 [L0 Near]]]]. destruct (IH (f x) (Kept x X)) as [q [M [Q0 [M0 Far]]]].
    { intro k. specialize (H (Datatypes.S k)). rewrite later in H. exact H. }
    exists (Rmin r (q / (lip + 1))), (L * M). assert (C : 0 < q / (lip + 1)) by (apply Rdiv_lt_0_compat; lra).
    split; [apply Rmin_glb_lt; auto|]. split; [apply Rmult_le_pos; auto|].
    intros y z d Y Z Wy Wz D W. assert (Small : forall u, kind u -> within x (Rmin r (q / (lip + 1))) u ->
      within x r u /\ within (f x) q (f u)).
    { intros u U Wu. split; [intro i; eapply Rle_trans; [apply Wu | apply Rmin_l]|].
      assert (within (f u) (lip * (q / (lip + 1))) (f x)).
      { apply Lip; auto; [lra|]. intro i. rewrite vnorm_opposite. eapply Rle_trans; [apply Wu | apply Rmin_r]. }
      intro i. rewrite vnorm_opposite. eapply Rle_trans; [apply H0|].
      apply Rle_trans with ((lip + 1) * (q / (lip + 1))); [apply Rmult_le_compat_r; lra | right; field; lra]. }
    destruct (Small y Y Wy) as [Ay By]. destruct (Small z Z Wz) as [Az Bz].
    rewrite Rmult_assoc. apply Near; auto; [apply Rmult_le_pos; auto|]. apply Far; auto.
    rewrite <- !later. exact W.
Qed.
Lemma part_bound (u : state) k c : In k K -> (forall i, vnorm (u i) <= c) -> Rabs (part u k) <= c.
Proof.
  intros I H. destruct k as [i e]. apply in_prod_iff in I. unfold part. simpl.
  eapply Rle_trans; [apply inner_le_vnorm|]. unfold vnorm at 1. rewrite (One e (proj2 I)), sqrt_1, Rmult_1_l.
  apply H.
Qed.
Lemma parts_near (x y : state) c : 0 <= c -> (forall k, In k K -> Rabs (part y k - part x k) <= c) ->
  within x (size B * c) y.
Proof.
  intros C H i. set (u := vsub (y i) (x i)).
  assert (G : forall T, incl T B -> vnorm (vtotal T (fun e => vscale (inner e u) e)) <= size T * c).
  { induction T as [|e T IH]; intro I; [unfold size, vnorm; simpl; rewrite inner_zero_l, sqrt_0; lra|].
    simpl. change (size (e :: T)) with (1 + size T). eapply Rle_trans; [apply vnorm_add|].
    specialize (IH (fun g J => I g (or_intror J))). rewrite vnorm_scale.
    assert (J : In e B) by (apply I; left; reflexivity).
    unfold vnorm at 1. rewrite (One e J), sqrt_1, Rmult_1_r.
    assert (Q : Rabs (inner e u) <= c).
    { specialize (H (i, e) (proj2 (in_prod_iff _ _ _ _) (conj (proj2 (proj2 Tokens) i) J))).
      unfold part in H. simpl in H. replace (inner e u) with (inner e (y i) - inner e (x i)); [exact H|].
      unfold u, vsub. rewrite inner_add_r, inner_scale_r. ring. }
    lra. }
  rewrite (Frame u). apply G. intros e I. exact I.
Qed.
(* The sets, by codes: how late, around which state it begins and how near it, in which box it ends, by which
   numbers states are told apart, and how well. *)
Definition digit (i j : nat) := fst (of_nat (Nat.iter i (fun c => snd (of_nat c)) j)).
Definition wide (m : nat) := / (INR m + 1).
Definition late (j : nat) := digit 0 j.
Definition numbers (j : nat) := digit 5 j.
Definition factor (j : nat) := digit 6 j.
Definition ends_in (j : nat) (x : state) := kind x /\ box K (wide (digit 1 j)) (digit 2 j) (part x) /\
  forall t, box K (wide (digit 3 j)) (digit 4 j) (part (iter (t + late j) x)).
Definition told_by (j : nat) : list (state -> R) :=
  map (fun g x => g (part (iter (late j) x))) (combinations (dim - 1) K (numbers j)).
Definition told (j : nat) :=
  told_apart (INR (factor j) + 1) (INR (factor j)) (told_by j) (ends_in j).
Definition member (j : nat) (x : state) := ~ ~ (ends_in j x /\ told j).

Lemma members_null : null dim (fun x => exists j, member j x).
Proof.
  apply (null_graphs dim (fun j => INR (factor j) + 1) (fun j => INR (factor j)) told_by member).
  intro j. assert (P := pos_INR (factor j)). split; [|split; [lra|split; [exact P|split]]].
  - unfold told_by. rewrite map_length, combinations_length. lia.
  - intros x g X I. apply Rnot_lt_le. intro N. apply X. intros [E [Bd _]]. specialize (Bd x g E I). lra.
  - intros x y d X Y D Near i. apply Rnot_lt_le. intro N. apply X. intros [E T]. apply Y. intros [E' _].
    assert (Q := proj2 T x y d E E' D Near i). lra.
Qed.
Lemma coded a b c d e g h : exists j, digit 0 j = a /\ digit 1 j = b /\ digit 2 j = c /\ digit 3 j = d /\
  digit 4 j = e /\ digit 5 j = g /\ digit 6 j = h.
Proof.
  exists (to_nat (a, to_nat (b, to_nat (c, to_nat (d, to_nat (e, to_nat (g, to_nat (h, O)))))))). unfold digit.
  cbn [Nat.iter nat_rect Nat.iter]. unfold Nat.iter, nat_rect. repeat (rewrite cancel_of_to; cbn [fst snd]). auto 10.
Qed.
Lemma in_some_member x p : kind x -> (forall k, keeps_apart (iter k x)) -> thin p ->
  (forall eps, 0 < eps -> exists N, forall t, (N <= t)%nat -> within p eps (iter t x)) ->
  exists j, ends_in j x /\ told j.
Proof.
  intros X Apart [r [L [A [R0 [L0 [Len Thin]]]]]] Ends.
  assert (n0 := size_positive tokens Tokens). set (n := size tokens) in *.
  assert (B0 : 0 <= size B) by (apply total_nonneg; intro; lra).
  assert (K0 : 0 <= size K) by (apply total_nonneg; intro; lra).
  (* How fine the numbers are, and how narrow the box around p. *)
  set (eps := / (2 * (n * L * size K + 1))).
  assert (NL : 0 <= n * L * size K) by (repeat apply Rmult_le_pos; lra).
  assert (E0 : 0 < eps) by (apply Rinv_0_lt_compat; lra).
  assert (E1 : n * L * size K * eps <= 1 / 2).
  { apply Rmult_le_reg_r with (2 * (n * L * size K + 1)); [lra|]. unfold eps. rewrite Rmult_assoc, Rinv_l; lra. }
  destruct (combinations_near K A eps E0) as [c Code]. rewrite Len in Code.
  assert (Wide : forall q, 0 < q -> exists m, size B * (2 * / (INR m + 1)) <= q).
  { intros q Q. destruct (nfloor_ex (size B * 2 / q)) as [m [_ M]].
    { apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat, Q]. }
    exists m. assert (P := pos_INR m). apply Rmult_le_reg_r with (INR m + 1); [lra|].
    replace (size B * (2 * / (INR m + 1)) * (INR m + 1)) with (size B * 2 / q * q) by (field; lra).
    rewrite (Rmult_comm q). apply Rmult_le_compat_r; lra. }
  assert (Pos : forall m, 0 < wide m).
  { intro m. apply Rinv_0_lt_compat. assert (P := pos_INR m). lra. }
  destruct (Wide r R0) as [m1 M1]. destruct (box_around K (wide m1) (part p) (Pos m1)) as [b Hb].
  destruct (Ends (wide m1 / 2)) as [N HN]; [assert (P := Pos m1); lra|].
  destruct (keeps_apart_later N x X Apart) as [q [M [Q0 [M0 Far]]]].
  destruct (Wide q Q0) as [m0 Hm0]. destruct (box_around K (wide m0) (part x) (Pos m0)) as [a Ha].
  assert (F0 : 0 <= M * (2 * n * L)) by (repeat apply Rmult_le_pos; lra).
  destruct (combinations_bound (dim - 1) K c) as [bd [Bd0 Bd]].
  destruct (nfloor_ex (M * (2 * n * L) + bd) ltac:(lra)) as [h [_ Hh]].
  destruct (coded N m0 a m1 b c (Datatypes.S h)) as [j [D0 [D1 [D2 [D3 [D4 [D5 D6]]]]]]].
  assert (Near_p : box K (wide m1) b (part p)).
  { apply Hb. intros k _. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. assert (P := Pos m1). lra. }
  assert (Near_x : box K (wide m0) a (part x)).
  { apply Ha. intros k _. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. assert (P := Pos m0). lra. }
  assert (Start : forall y, box K (wide m0) a (part y) -> within x q y).
  { intros y Y i. eapply Rle_trans; [|exact Hm0]. apply (parts_near _ _ (2 * wide m0)); [assert (P := Pos m0); lra|].
    exact (box_width K _ a _ _ Y Near_x). }
  exists j. split.
  - unfold ends_in, late. rewrite D0, D1, D2, D3, D4. split; [exact X|]. split; [exact Near_x|]. intro t.
    apply Hb. intros k I. assert (Q : Rabs (part (fun i => vsub (iter (t + N) x i) (p i)) k) <= wide m1 / 2).
    { apply part_bound; [exact I|]. intro i. apply HN. lia. }
    unfold part in *. cbv beta in Q. unfold vsub in Q. rewrite inner_add_r, inner_scale_r in Q.
    replace (inner (snd k) (iter (t + N) x (fst k)) - inner (snd k) (p (fst k))) with
      (inner (snd k) (iter (t + N) x (fst k)) + -1 * inner (snd k) (p (fst k))) by ring. exact Q.
  - split; [|].
    + intros y g [Y _] I. unfold told_by, late, numbers in I. rewrite D0, D5 in I. apply in_map_iff in I.
      destruct I as [h' [<- I]]. unfold factor. rewrite D6, S_INR. apply Rle_trans with bd; [|lra].
      apply Bd; [exact I|]. intros k J. apply part_bound; [exact J|]. intro i. unfold vnorm.
      rewrite (Unit _ (iter_kind N y Y) i), sqrt_1. lra.
    + intros y z d [Y [Sy Ey]] [Z [Sz Ez]] D Near. unfold late in *. rewrite D0, D1, D2, D3, D4 in *.
      set (u := iter N y). set (v := iter N z).
      assert (Stay : forall y, kind y -> (forall t, box K (wide m1) b (part (iter (t + N) y))) ->
        stays_near p r (iter N y)).
      { intros g G E. split; [apply iter_kind, G|]. intros t i. rewrite <- iter_add.
        eapply Rle_trans; [|exact M1]. apply (parts_near _ _ (2 * wide m1)); [assert (P := Pos m1); lra|].
        exact (box_width K _ b _ _ (E t) Near_p). }
      assert (Su := Stay y Y Ey). assert (Sv := Stay z Z Ez). fold u in Su. fold v in Sv.
      set (T := total tokens (fun i => vnorm (vsub (u i) (v i)))).
      assert (T0 : 0 <= T) by (apply total_nonneg; intro; apply vnorm_nonneg).
      assert (Each : forall i, vnorm (vsub (u i) (v i)) <= T).
      { intro i. apply (total_at_least tokens (fun i => vnorm (vsub (u i) (v i)))); [apply Tokens|].
        intro. apply vnorm_nonneg. }
      assert (Diff : forall k, part (fun i => vsub (u i) (v i)) k = part u k - part v k).
      { intro k. unfold part, vsub. rewrite inner_add_r, inner_scale_r. ring. }
      assert (W : within u (L * (d + size K * eps * T)) v).
      { apply Thin; auto; [apply Rplus_le_le_0_compat; [exact D|]; repeat apply Rmult_le_pos; try lra; exact T0|].
        intros g G. unfold form. apply (Code (part (fun i => vsub (u i) (v i))) T d T0 D); [| |exact G].
        - intros k I. apply part_bound; auto.
        - intros h' I. replace (h' (part (fun i => vsub (u i) (v i)))) with (h' (part u) - h' (part v)).
          + apply (Near (fun x => h' (part (iter N x)))). unfold told_by, late, numbers. rewrite D0, D5.
            apply in_map_iff. exists h'. auto.
          + rewrite <- (combinations_sub _ K c h' I). f_equal.
            apply FunctionalExtensionality.functional_extensionality. intro k. symmetry. apply Diff. }
      assert (Sum : T <= n * (L * (d + size K * eps * T))).
      { unfold T at 1. unfold n, size. rewrite <- total_scale_r. apply total_le. intro i. rewrite Rmult_1_l.
        rewrite vnorm_opposite. apply W. }
      assert (Half : n * L * size K * eps * T <= 1 / 2 * T) by (apply Rmult_le_compat_r; auto).
      assert (Td : T <= 2 * n * L * d) by lra.
      assert (Last : within y (M * (2 * n * L * d)) z).
      { apply Far; auto; [repeat apply Rmult_le_pos; lra|]. intro i. rewrite vnorm_opposite.
        eapply Rle_trans; [apply Each | exact Td]. }
      intro i. eapply Rle_trans; [apply Last|]. unfold factor. rewrite D6, S_INR.
      replace (M * (2 * n * L * d)) with (M * (2 * n * L) * d) by ring. apply Rmult_le_compat_r; lra.
Qed.
Theorem ends_near_thin_null : null dim (fun x => kind x /\ (forall k, keeps_apart (iter k x)) /\
  exists p, ~ ~ thin p /\ forall eps, 0 < eps -> exists N, forall t, (N <= t)%nat -> within p eps (iter t x)).
Proof.
  apply (null_part dim _ _ members_null). intros x [X [Apart [p [Thin Ends]]]].
  apply found; [intros j J No; apply J; intro M; exact (M No)|]. intro No. apply Thin. intro T.
  destruct (in_some_member x p X Apart T Ends) as [j J]. apply No. exists j. intro M. exact (M J).
Qed.
End Thin.
